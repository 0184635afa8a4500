//! The host calls on positions of the bot's own.

use std::sync::Arc;

use game::Seat;
use referee::{Answer, Fault, Limits, MatchSeed, Player, Ticks};
use sandbox::{Bot, prices};

use crate::common::{self, bot_of_text, new_match};

/// Every call, under its name without the prefix.
const IMPORTS: &str = r#"
    (import "muster" "position_here" (func $here (param i32 i32) (result i32)))
    (import "muster" "position_read" (func $read (param i32 i32) (result i32)))
    (import "muster" "position_after" (func $after (param i32 i64 i64) (result i32)))
    (import "muster" "position_playout" (func $playout (param i32 i32) (result i32)))
    (import "muster" "position_release" (func $release (param i32) (result i32)))
    (import "muster" "position_phase" (func $phase (param i32) (result i32)))
    (import "muster" "position_legal" (func $legal (param i32 i32 i32 i32) (result i32)))
    (import "muster" "position_metrics" (func $metrics (param i32 i32 i32 i32) (result i32)))
    (import "muster" "position_view" (func $view (param i32 i32 i32 i32) (result i32)))
    (import "muster" "position_events" (func $events (param i32 i64 i64 i32 i32) (result i32)))
    (import "muster" "position_text" (func $text (param i32 i32 i32) (result i32)))
    (import "muster" "position_children" (func $children (param i32 i32 i64 i32 i32) (result i32)))
    (import "muster" "position_error" (func $error (param i32 i32) (result i32)))
    (import "muster" "random" (func $random (result i64)))"#;

fn made(rest: &str, choose: &str) -> Bot {
    bot_of_text(&format!(
        "(module {IMPORTS} (memory (export \"memory\") 2)
           (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
           {rest}
           (func (export \"muster_choose\") (param i32) (result i64) (local $n i32) {choose}))"
    ))
}

fn answers(bot: &Bot, limits: Limits, count: usize) -> Vec<Answer> {
    let dice = MatchSeed::from_number(1).dice(Seat::First);
    let mut player = common::sandbox().player(bot, dice, Seat::First, &Arc::from(""), &limits);
    let mut playing = new_match(limits);
    (0..count).map(|_| player.choose(playing.ask(Seat::First)).expect("no host failure")).collect()
}

/// Returns the bot's answer to its first question.
fn answer(choose: &str) -> i64 {
    answers(&made("", choose), Limits::default(), 1)[0].result.clone().expect("an answer")
}

#[test]
fn a_bot_looks_ahead() {
    // The game of these tests: the seats add 1, 2 or 3 in turn, but not the number that was added last.
    let here = "(local.set $n (call $here (i32.const 0) (i32.const 0)))";
    let cases = [
        ("(i64.extend_i32_s (call $phase (local.get $n)))", 1),
        ("(i64.extend_i32_s (call $legal (local.get $n) (i32.const 0) (i32.const 0) (i32.const 9)))", 3),
        // After +2 it is the other seat's turn, which may not add 2.
        (
            "(local.set $n (call $after (local.get $n) (i64.const 2) (i64.const -1)))
          (i64.extend_i32_s (i32.add (i32.mul (i32.const 10) (call $phase (local.get $n)))
            (call $legal (local.get $n) (i32.const 1) (i32.const 0) (i32.const 9))))",
            22,
        ),
        // Only whole records are written: two of sixteen bytes, whose codes are 1 and 2.
        (
            "(i64.add (i64.mul (i64.const 100) (i64.extend_i32_s
             (call $children (local.get $n) (i32.const 0) (i64.const -1) (i32.const 0) (i32.const 2))))
           (i64.add (i64.mul (i64.const 10) (i64.load (i32.const 16))) (i64.load (i32.const 32))))",
            320,
        ),
        (
            "(drop (call $view (local.get $n) (i32.const 1) (i32.const 0) (i32.const 1000)))
          (i64.load8_u (i32.const 8))",
            1,
        ),
        (
            "(drop (call $text (local.get $n) (i32.const 0) (i32.const 3))) (i64.load (i32.const 0))",
            0x30_2030,
        ),
        ("(i64.extend_i32_s (call $phase (call $playout (local.get $n) (i32.const 1000))))", 9),
    ];
    for (choose, due) in cases {
        let found = answer(&format!("{here} {choose}"));
        assert!(found == due || (due == 9 && (8..=10).contains(&found)), "{choose}: {found}, not {due}");
    }
}

#[test]
fn misuse_returns_a_code_and_has_a_sentence() {
    let cases = [
        ("(i64.extend_i32_s (call $phase (i32.const 7)))", -3),
        (
            "(i64.extend_i32_s (call $after (call $here (i32.const 0) (i32.const 0)) (i64.const 9) (i64.const -1)))",
            -4,
        ),
        ("(i64.extend_i32_s (call $read (i32.const 0) (i32.const 3)))", -5),
        ("(i64.extend_i32_s (call $read (i32.const 0) (i32.const 70000)))", -5),
        (
            "(i64.extend_i32_s (call $metrics (call $here (i32.const 0) (i32.const 0)) (i32.const 2) (i32.const 0) (i32.const 1)))",
            -7,
        ),
        (
            "(loop $more (br_if $more (i32.gt_s (call $here (i32.const 0) (i32.const 0)) (i32.const 0))))
          (i64.extend_i32_s (call $here (i32.const 0) (i32.const 0)))",
            -6,
        ),
        (
            "(drop (call $phase (i32.const 7))) (drop (call $error (i32.const 0) (i32.const 5))) (i64.load (i32.const 0))",
            i64::from_le_bytes(*b"there\0\0\0"),
        ),
    ];
    for (choose, due) in cases {
        assert_eq!(answer(choose), due, "{choose}");
    }
}

#[test]
fn an_address_outside_memory_is_the_bots_fault() {
    for choose in [
        "(i64.extend_i32_s (call $here (i32.const 131070) (i32.const 1)))",
        "(i64.extend_i32_s (call $read (i32.const -1) (i32.const 2)))",
        "(i64.extend_i32_s (call $text (call $here (i32.const 0) (i32.const 0)) (i32.const 131071) (i32.const 9)))",
    ] {
        let answer = &answers(&made("", choose), Limits::default(), 1)[0];
        assert_eq!(
            answer.result.as_ref().map_err(|failure| failure.fault),
            Err(Fault::BadPointer),
            "{choose}"
        );
    }
}

#[test]
fn there_are_none_while_a_bot_starts_and_none_are_left_for_the_next_question() {
    // The bot first answers the result of the call at its start, then a handle, and at the next question the result
    // of using that handle.
    let bot = made(
        "(global $kept (mut i32) (i32.const 0)) (global $asked (mut i32) (i32.const 0))
         (func (export \"_initialize\") (global.set $kept (call $here (i32.const 0) (i32.const 0))))",
        "(global.set $asked (i32.add (global.get $asked) (i32.const 1)))
         (local.set $n (global.get $kept))
         (if (i32.gt_u (global.get $asked) (i32.const 1)) (then (local.set $n (call $phase (local.get $n)))))
         (global.set $kept (call $here (i32.const 0) (i32.const 0)))
         (i64.extend_i32_s (local.get $n))",
    );
    let codes: Vec<i64> = answers(&bot, Limits::default(), 3)
        .into_iter()
        .map(|answer| answer.result.expect("a code"))
        .collect();
    assert_eq!(codes, [-2, -3, -3]);
}

#[test]
fn a_tournament_can_switch_them_off() {
    let limits = Limits { positions: false, ..Limits::default() };
    let bot = made(
        "",
        "(local.set $n (call $here (i32.const 0) (i32.const 0)))
         (drop (call $error (i32.const 0) (i32.const 100)))
         (i64.add (i64.extend_i32_s (local.get $n)) (i64.mul (i64.const 1000) (i64.load8_u (i32.const 0))))",
    );
    assert_eq!(answers(&bot, limits, 1)[0].result, Ok(1000 * i64::from(b'p') - 1));
}

#[test]
fn work_is_charged_and_stops_with_the_time() {
    let cost = |call: &str| {
        let spent = |choose: &str| answers(&made("", choose), Limits::default(), 1)[0].spent.0;
        spent(&format!("{call} (i64.const 1)")) - spent("(i64.const 1)")
    };
    let here = cost("(drop (call $here (i32.const 0) (i32.const 0)))");
    let phase = cost("(drop (call $phase (call $here (i32.const 0) (i32.const 0))))") - here;
    let work = game::Game::work(&common::TALLY);
    assert!((prices::CALL + work.judge..prices::CALL + work.judge + 20).contains(&phase), "{phase}");
    assert!((prices::CALL + work.copy..prices::CALL + work.copy + 20).contains(&here), "{here}");
    // A playout that would take longer than the remaining time.
    let endless = made(
        "",
        "(local.set $n (call $here (i32.const 0) (i32.const 0)))
         (loop $more (drop (call $release (call $playout (local.get $n) (i32.const 1000)))) (br $more))
         (i64.const 1)",
    );
    let limits = Limits::default().with_times(Some(Ticks::from_millis(3)), None);
    let answer = &answers(&endless, limits, 1)[0];
    assert_eq!(answer.result.as_ref().map_err(|failure| failure.fault), Err(Fault::Timeout));
}

/// Only playouts draw from the bot's own dice.
#[test]
fn only_what_is_random_draws_from_the_dice() {
    let after = |calls: &str| {
        answer(&format!(
            "(local.set $n (call $here (i32.const 0) (i32.const 0))) {calls} (i64.shr_u (call $random) (i64.const 1))"
        ))
    };
    let undrawn = (MatchSeed::from_number(1).dice(Seat::First).bits() >> 1) as i64;
    assert_eq!(after(""), undrawn);
    assert_eq!(
        after(
            "(drop (call $children (local.get $n) (i32.const 0) (i64.const -1) (i32.const 0) (i32.const 9)))"
        ),
        undrawn
    );
    assert_ne!(after("(drop (call $playout (local.get $n) (i32.const 1)))"), undrawn);
}
