//! The host calls, the clocks, and the results of a match.

use crate::common;
#[path = "costs/mod.rs"]
mod costs;

use std::sync::Arc;
use std::time::Duration;

use common::{PLIES, against_first, bot, bot_of_text, fixture, new_match};
use game::{PerSeat, Seat};
use referee::{
    Answer, Builtin, Clock, ClockKind, CpuGuard, Fault, Limits, MatchSeed, Player, Reason, Record, Ticks,
    TrapKind,
};
use sandbox::{Bot, Caps, Sandbox, SandboxOptions, prices};

/// Returns a bot with imports, other definitions, and the body of `muster_choose`.
fn made(imports: &str, rest: &str, choose: &str) -> Bot {
    bot_of_text(&format!(
        "(module {imports} (memory (export \"memory\") 2)
           (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
           {rest}
           (func (export \"muster_choose\") (param i32) (result i64) {choose}))"
    ))
}

/// Returns the first answer of a bot.
fn first_answer(bot: &Bot, limits: Limits, settings: &str) -> Answer {
    let seed = MatchSeed::from_number(1);
    let mut player =
        common::sandbox().player(bot, seed.dice(Seat::First), Seat::First, &Arc::from(settings), &limits);
    player.choose(new_match(limits).ask(Seat::First)).expect("no host failure")
}

fn code(bot: &Bot) -> i64 {
    first_answer(bot, Limits::default(), "depth=4").result.expect("an answer")
}

fn with_clock(kind: ClockKind, per_move: Ticks) -> Limits {
    Limits::default().with_clock(Clock { kind, per_move: Some(per_move), ..Clock::default() })
}

const RANDOM: &str = "(import \"muster\" \"random\" (func $random (result i64)))";
const OFFER: &str = "(import \"muster\" \"offer\" (func $offer (param i64)))";
const LEGAL: &str = "(import \"muster\" \"legal_actions\" (func $legal (param i32 i32) (result i32)))";
const HISTORY: &str = "(import \"muster\" \"history\" (func $history (param i32 i32) (result i32)))";
const SETTINGS: &str = "(import \"muster\" \"settings\" (func $settings (param i32 i32) (result i32)))";
const REMAINING: &str = "(import \"muster\" \"remaining\" (func $remaining (result i64)))";
const GAME_REMAINING: &str = "(import \"muster\" \"game_remaining\" (func $remaining (result i64)))";

#[test]
fn legal_actions_gives_all_of_them_and_writes_what_fits() {
    let count = made(LEGAL, "", "(i64.extend_i32_u (call $legal (i32.const 0) (i32.const 0)))");
    assert_eq!(code(&count), 3);
    let written = made(
        LEGAL,
        "",
        "(drop (call $legal (i32.const 0) (i32.const 2)))
         (i64.add (i64.mul (i64.const 100) (i64.load (i32.const 0)))
           (i64.add (i64.mul (i64.const 10) (i64.load (i32.const 8))) (i64.load (i32.const 16))))",
    );
    assert_eq!(code(&written), 120, "1, 2, and nothing");
    let at_the_end = made(LEGAL, "", "(i64.extend_i32_u (call $legal (i32.const 131048) (i32.const -1)))");
    assert_eq!(code(&at_the_end), 3, "a large cap is no fault where the actions fit");
}

#[test]
fn history_gives_the_actions_in_records() {
    // On its second move the bot answers the code that the other seat played, plus ply and seat of that record, plus
    // the count: 2 + 1 + 1 - 1. Otherwise its answer is not an action.
    let bot = made(
        HISTORY,
        "",
        "(local $n i32)
         (local.set $n (call $history (i32.const 0) (i32.const 10)))
         (if (i32.eqz (local.get $n)) (then (return (i64.const 1))))
         (if (i32.gt_u (local.get $n) (i32.const 2)) (then (unreachable)))
         (i64.add
           (i64.load (i32.const 16))
           (i64.extend_i32_u (i32.sub
             (i32.add (i32.load (i32.const 24)) (i32.load (i32.const 28)))
             (i32.sub (local.get $n) (i32.const 1)))))",
    );
    let record = against_first(&bot, &Limits::default());
    assert_eq!(record.played[2].action.code(), 3);
}

#[test]
fn settings_are_given_whole_and_cut_at_a_kibibyte() {
    let first = made(
        SETTINGS,
        "",
        "(i64.add (i64.mul (i64.const 1000) (i64.extend_i32_u (call $settings (i32.const 0) (i32.const 2))))
           (i64.extend_i32_u (i32.load (i32.const 0))))",
    );
    let expected = 7 * 1000 + i64::from(u16::from_le_bytes(*b"de"));
    assert_eq!(first_answer(&first, Limits::default(), "depth=4").result, Ok(expected));
    let length = made(SETTINGS, "", "(i64.extend_i32_u (call $settings (i32.const 0) (i32.const -1)))");
    assert_eq!(first_answer(&length, Limits::default(), &"x".repeat(5_000)).result, Ok(1_024));
}

#[test]
fn remaining_falls_with_the_fuel_that_is_used() {
    let limits = with_clock(ClockKind::Fuel, Ticks::from_millis(3));
    let left = |imports| {
        let bot = made(imports, "", "(call $remaining)");
        first_answer(&bot, limits, "").result.expect("an answer")
    };
    let used = (prices::CALL as i64 + 10) / 10;
    assert!((3_000_000 - used - 2..3_000_000).contains(&left(REMAINING)), "{}", left(REMAINING));
    let game = 60_000_000_000;
    assert!((game - used - 2..game).contains(&left(GAME_REMAINING)), "{}", left(GAME_REMAINING));
}

#[test]
fn host_calls_cost_what_the_table_says() {
    let cost = |imports: &str, call: &str| {
        let with = made(imports, "", &format!("{call} (i64.const 1)"));
        let without = made(imports, "", "(i64.const 1)");
        let spent = |bot| first_answer(bot, Limits::default(), "depth=4").spent.0;
        spent(&with) - spent(&without)
    };
    // In addition to the price: constants, the call itself, and the code that the compiler adds around it.
    let about = |price: u64| price + 1..price + 16;
    assert!(about(prices::CALL).contains(&cost(RANDOM, "(drop (call $random))")));
    assert!(about(prices::CALL).contains(&cost(OFFER, "(call $offer (i64.const 1))")));
    let listing = prices::CALL + prices::LISTING + 3 * prices::LISTED_ACTION;
    for cap in [0, 1, 100] {
        let call = format!("(drop (call $legal (i32.const 0) (i32.const {cap})))");
        assert!(about(listing).contains(&cost(LEGAL, &call)), "whatever the cap");
    }
    let log = "(import \"muster\" \"log\" (func $log (param i32 i32)))";
    let bytes = prices::CALL + 50_000 * prices::BYTE;
    assert!(about(bytes).contains(&cost(log, "(call $log (i32.const 0) (i32.const 50000))")));
}

#[test]
fn the_random_stream_is_the_seats_own_and_goes_on() {
    let bot = made(RANDOM, "", "(drop (call $random)) (i64.shr_u (call $random) (i64.const 1))");
    let mut dice = MatchSeed::from_number(1).dice(Seat::First);
    dice.bits();
    assert_eq!(code(&bot), (dice.bits() >> 1) as i64);
    let other = MatchSeed::from_number(1);
    let limits = Limits::default();
    let mut player =
        common::sandbox().player(&bot, other.dice(Seat::Second), Seat::Second, &Arc::from(""), &limits);
    let answer = player.choose(new_match(limits).ask(Seat::First)).expect("no host failure");
    assert_ne!(answer.result, Ok(code(&bot)), "the other seat draws other numbers");
}

/// Returns a bot that offers 1 or 2, depending on which is legal, and then runs for ever. It counts its calls, so
/// that a fresh instance shows.
fn thinker() -> Bot {
    made(
        OFFER,
        "(global $calls (mut i32) (i32.const 0))",
        "(if (global.get $calls) (then (unreachable)))
         (global.set $calls (i32.const 1))
         (if (i32.ne
               (i32.and (i32.load16_u (i32.const 1034)) (i32.const 1))
               (i32.gt_u (i32.load (i32.const 1036)) (i32.const 0)))
           (then (unreachable)))
         (call $offer (i64.const 3))
         (call $offer (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1))))
         (loop $again (br $again)) (unreachable)",
    )
}

#[test]
fn an_offer_is_played_and_a_fresh_instance_is_told_that_it_is_fresh() {
    let limits = with_clock(ClockKind::Fuel, Ticks::from_millis(1));
    let record = against_first(&thinker(), &limits);
    assert!(matches!(record.verdict.reason, Reason::Rules { .. }), "{:?}", record.losses);
    let own = record.played.iter().filter(|played| played.seat == Seat::First);
    assert!(own.clone().all(|played| played.offered && played.spent == Ticks::from_millis(1)));
    assert_eq!(own.count() as u32, PLIES / 2);
}

#[test]
fn without_offers_the_bot_loses() {
    let mut limits = with_clock(ClockKind::Fuel, Ticks::from_millis(1));
    limits.offers = false;
    let record = against_first(&thinker(), &limits);
    assert_eq!(record.verdict.reason, Reason::Forfeit { seat: Seat::First, fault: Fault::Timeout });
}

#[test]
fn the_start_of_a_fresh_instance_is_charged_to_the_move() {
    // The start takes 300,000 fuel; every move offers 1 or 2 and runs out of time.
    let bot = made(
        &format!("{OFFER}{REMAINING}"),
        "(func (export \"_initialize\") (local $n i32)
           (local.set $n (i32.const 50000))
           (loop $again (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))",
        "(if (i32.load16_u (i32.const 1034))
           (then (if (i64.gt_u (call $remaining) (i64.const 975000)) (then (unreachable)))))
         (call $offer (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1))))
         (loop $again (br $again)) (unreachable)",
    );
    let record = against_first(&bot, &with_clock(ClockKind::Fuel, Ticks::from_millis(1)));
    assert!(matches!(record.verdict.reason, Reason::Rules { .. }), "{:?}", record.losses);
    // If the time for a move is no more than the start takes, the fresh instance never answers.
    let record = against_first(&bot, &with_clock(ClockKind::Fuel, Ticks(100_000)));
    assert_eq!(record.verdict.reason, Reason::Forfeit { seat: Seat::First, fault: Fault::Timeout });
    assert_eq!(record.plies, 2);
    assert_eq!(common::loss(&record).spent, Ticks(100_000));
}

#[test]
fn a_fresh_instance_starts_with_nothing_and_the_log_goes_on() {
    let log = "(import \"muster\" \"log\" (func $log (param i32 i32)))";
    let bot = made(
        &format!("{OFFER}{log}"),
        "(data (i32.const 0) \"x\")",
        "(call $log (i32.const 0) (i32.const 1))
         (if (i32.ne (i32.load8_u (i32.const 0)) (i32.const 0x78)) (then (unreachable)))
         (i32.store8 (i32.const 0) (i32.const 0x79))
         (call $offer (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1))))
         (loop $again (br $again)) (unreachable)",
    );
    let record = against_first(&bot, &with_clock(ClockKind::Fuel, Ticks::from_millis(1)));
    assert!(matches!(record.verdict.reason, Reason::Rules { .. }), "{:?}", record.losses);
    let closing = &record.closings[Seat::First];
    assert_eq!(closing.log, "x".repeat(PLIES as usize / 2).into_bytes());
    // The ply of each part is known: the bot is asked in every other ply, each time in a fresh instance.
    for ply in 0..PLIES {
        assert_eq!(closing.logged_in(ply), if ply.is_multiple_of(2) { &b"x"[..] } else { b"" }, "{ply}");
    }
}

#[test]
fn logs_are_kept_as_they_are_and_cut_in_between() {
    let closing =
        |name: &str, limits: Limits| against_first(&bot(name), &limits).closings[Seat::First].clone();
    let cut = |dropped: u64| format!("\n[{dropped} bytes of this log were cut here]\n").into_bytes();
    let logged = b"\xff\xfe\x00\x1b[2J\x1b[31m\xc0\x80<b";
    let bytes = closing("log-bytes", Limits { log: 16, ..Limits::default() });
    assert_eq!(bytes.log_dropped, 16 * (u64::from(PLIES) / 2 - 1) - 4);
    let beginning = [&logged[..], &cut(bytes.log_dropped)].concat();
    let parts = [0, 2, PLIES - 2].map(|ply| bytes.logged_in(ply));
    assert_eq!(parts, [&beginning[..], b"", &logged[12..]]);
    assert_eq!(bytes.log, parts.concat());
    let flood = closing("log-flood", Limits::default());
    let kept = (64 << 10) + (16 << 10);
    assert_eq!(flood.log_dropped, u64::from(PLIES) / 2 * 328 * 65_536 - kept);
    assert!(flood.log_dropped >= (1 << 30) - kept, "a gigabyte was logged");
    assert_eq!(flood.log.len(), kept as usize + cut(flood.log_dropped).len());
}

#[test]
fn ten_million_tiny_host_calls_are_paid_for_and_do_no_harm() {
    const CALLS: u64 = 10_000_000;
    let body = |count: u64, answer: &str| {
        format!(
            "(local $n i32) (local.set $n (i32.const {count}))
             (loop $again (drop (call $random))
               (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1))))) {answer}"
        )
    };
    let bot = made(RANDOM, "", &body(CALLS, "(i64.const 1)"));
    let answer = first_answer(&bot, with_clock(ClockKind::Fuel, Ticks(Ticks::PER_SECOND)), "");
    assert_eq!(answer.result, Ok(1));
    let price = CALLS * prices::CALL;
    assert!((price..price + CALLS * 20).contains(&answer.spent.0), "{}", answer.spent.0);
    // With less time than that, they stop where it ends.
    let limits = with_clock(ClockKind::Fuel, Ticks(price / 10));
    let late = first_answer(&bot, limits, "");
    assert_eq!(late.result.map_err(|failure| failure.fault), Err(Fault::Timeout));
    assert_eq!(late.spent, Ticks(price / 10));
}

#[test]
fn the_peak_of_memory_is_recorded() {
    let bot = made("", "", "(drop (memory.grow (i32.const 5))) (i64.const 1)");
    let seed = MatchSeed::from_number(1);
    let limits = Limits::default();
    let mut player =
        common::sandbox().player(&bot, seed.dice(Seat::First), Seat::First, &Arc::from(""), &limits);
    player.choose(new_match(limits).ask(Seat::First)).expect("no host failure");
    assert_eq!(player.close().memory_peak, 7 * 65_536);
}

#[test]
fn a_trap_is_recorded_with_its_functions() {
    let record = against_first(&bot("unreachable"), &Limits::default());
    let failure = &common::loss(&record).failure;
    let names: Vec<&str> =
        failure.backtrace.iter().map(|frame| frame.split(' ').next().unwrap_or("")).collect();
    assert_eq!(names[..2], ["abort", "panic"], "{:?}", failure.backtrace);
    assert_eq!(names.len(), 3);
}

#[test]
fn an_endless_loop_is_stopped_on_every_clock() {
    for kind in ClockKind::ALL {
        let record = against_first(&bot("endless-loop"), &with_clock(kind, Ticks::from_millis(20)));
        assert_eq!(
            record.verdict.reason,
            Reason::Forfeit { seat: Seat::First, fault: Fault::Timeout },
            "{kind:?}"
        );
        let used = common::loss(&record).spent;
        assert!(used >= Ticks::from_millis(20), "{kind:?}: {used}");
    }
    for kind in [ClockKind::Cpu, ClockKind::Wall] {
        let record = against_first(&bot("many-host-calls"), &with_clock(kind, Ticks::from_millis(20)));
        assert_eq!(
            record.verdict.reason,
            Reason::Forfeit { seat: Seat::First, fault: Fault::Timeout },
            "{kind:?}"
        );
    }
}

#[test]
fn on_every_clock_an_honest_bot_plays_to_the_end() {
    for kind in ClockKind::ALL {
        let record = against_first(&bot("honest"), &with_clock(kind, Ticks(Ticks::PER_SECOND)));
        assert!(matches!(record.verdict.reason, Reason::Rules { .. }), "{kind:?}: {:?}", record.losses);
        assert!(record.spent[Seat::First] > Ticks::ZERO, "{kind:?}");
    }
}

#[test]
fn each_seat_is_on_its_own_clock() {
    let of = |kind| Clock { kind, per_move: Some(Ticks::from_millis(20)), ..Clock::default() };
    let mixed = Limits { clock: PerSeat::new(of(ClockKind::Fuel), of(ClockKind::Wall)), ..Limits::default() };
    let play = |limits: Limits| {
        let seed = MatchSeed::from_number(1);
        let player = |name: &str, seat| {
            common::sandbox().player(&bot(name), seed.dice(seat), seat, &"".into(), &limits)
        };
        let mut players: PerSeat<Box<dyn Player>> = PerSeat::new(
            Box::new(player("honest", Seat::First)),
            Box::new(player("endless-loop", Seat::Second)),
        );
        referee::play(new_match(limits), &mut players, |_| true).expect("no host failure").expect("a record")
    };
    let (on_fuel, mixed) = (play(Limits::default().with_clock(of(ClockKind::Fuel))), play(mixed));
    assert_eq!(mixed.verdict, on_fuel.verdict);
    assert_eq!(mixed.verdict.reason, Reason::Forfeit { seat: Seat::Second, fault: Fault::Timeout });
    assert_eq!(mixed.spent[Seat::First], on_fuel.spent[Seat::First], "fuel is fuel whatever the other is on");
    assert!(mixed.spent[Seat::Second] >= Ticks::from_millis(20));
    assert_ne!(mixed.spent[Seat::Second], on_fuel.spent[Seat::Second], "the wall clock does not count fuel");
}

#[test]
fn the_cpu_guard_catches_what_burns_processor_time_and_not_fuel() {
    let guard = CpuGuard { floor: Duration::from_millis(5), factor: 0 };
    let options = SandboxOptions { instances: 8, cpu_guard: guard, ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).expect("a host that can run bots");
    let slow = sandbox.admit(&fixture("slow"), &Caps::default()).expect("no host failure").expect("admitted");
    let limits = with_clock(ClockKind::Fuel, Ticks(10 * Ticks::PER_SECOND));
    let mut player = sandbox.player(
        &slow,
        MatchSeed::from_number(1).dice(Seat::First),
        Seat::First,
        &Arc::from(""),
        &limits,
    );
    let answer = player.choose(new_match(limits).ask(Seat::First)).expect("no host failure");
    let failure = answer.result.expect_err("stopped");
    assert_eq!(failure.fault, Fault::Slow);
    let figures =
        ["ms of processor time for", "ms of virtual time in this match; a seat may take 5ms and 0 times"];
    assert!(figures.iter().all(|figure| failure.detail.contains(figure)), "{}", failure.detail);
}

/// It is not the bot's fault if there is no room for another instance.
#[test]
fn an_instance_that_cannot_be_made_is_the_hosts_failure() {
    let options = SandboxOptions { instances: 1, ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).expect("a host that can run bots");
    let honest = common::admit_to(&sandbox, &fixture("honest"));
    let limits = Limits::default();
    let player = || {
        sandbox.player(
            &honest,
            MatchSeed::from_number(1).dice(Seat::First),
            Seat::First,
            &Arc::from(""),
            &limits,
        )
    };
    let (mut one, mut other) = (player(), player());
    assert!(one.choose(new_match(limits).ask(Seat::First)).expect("no host failure").result.is_ok());
    let failed = other.choose(new_match(limits).ask(Seat::First)).expect_err("no room");
    assert!(failed.to_string().contains("the host failed"), "{failed}");
    one.close();
    assert!(player().choose(new_match(limits).ask(Seat::First)).is_ok());
}

#[test]
fn the_same_match_is_the_same_on_many_threads_at_once() {
    let bots = ["honest", "floats", "loop-on-move-17", "memory-bomb", "state", "log-bytes"].map(bot);
    let limits = with_clock(ClockKind::Fuel, Ticks::from_millis(2));
    let play_all = || -> Vec<Record> {
        let seed = MatchSeed::from_number(7);
        bots.iter()
            .flat_map(|first| bots.iter().map(move |second| (first, second)))
            .map(|(first, second)| {
                let settings: Arc<str> = Arc::from("");
                let player = |bot, seat| {
                    Box::new(common::sandbox().player(bot, seed.dice(seat), seat, &settings, &limits))
                };
                let mut players: PerSeat<Box<dyn Player>> =
                    PerSeat::new(player(first, Seat::First), player(second, Seat::Second));
                let record =
                    referee::play(new_match(limits), &mut players, |_| true).expect("no host failure");
                record.expect("no cancel")
            })
            .collect()
    };
    let alone = play_all();
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..8).map(|_| scope.spawn(play_all)).collect();
        for run in runs {
            assert!(run.join().expect("no panic") == alone);
        }
    });
}

#[test]
fn one_seats_fault_leaves_the_other_seat_alone() {
    let seed = MatchSeed::from_number(1);
    let limits = Limits::default();
    let faulty = common::sandbox().player(
        &bot("unreachable"),
        seed.dice(Seat::Second),
        Seat::Second,
        &Arc::from(""),
        &limits,
    );
    let mut players: PerSeat<Box<dyn Player>> =
        PerSeat::new(Box::new(Builtin::First.player(&seed, Seat::First)), Box::new(faulty));
    let record =
        referee::play(new_match(limits), &mut players, |_| true).expect("no host failure").expect("played");
    let reason = Reason::Forfeit { seat: Seat::Second, fault: Fault::Trap(TrapKind::Unreachable) };
    assert_eq!(record.verdict.reason, reason);
    assert!(record.losses[Seat::First].is_none());
}
