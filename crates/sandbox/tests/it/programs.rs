//! Programs that read and print lines: charges, offers and fresh instances, replies, notes.

use crate::common;

use std::sync::Arc;
use std::thread;

use common::{PLIES, against_first, bot_of_text, new_match, sandbox};
use game::Seat;
use referee::{Clock, ClockKind, Fault, Limits, MatchSeed, Player, Reason, Ticks};

/// Returns a program: `$read` reads to 4096 and returns the length, `$print` prints a text with a length, `$asked`
/// reads until a question has ended, and `$legal` is the address of a legal move with its line break.
fn program(data: &str, start: &str) -> String {
    format!(
        "(module
           (import \"wasi_snapshot_preview1\" \"fd_read\" (func $fd_read (param i32 i32 i32 i32) (result i32)))
           (import \"wasi_snapshot_preview1\" \"fd_write\" (func $fd_write (param i32 i32 i32 i32) (result i32)))
           (memory (export \"memory\") 2)
           (data (i32.const 64) \"+1\\n+2\\n\")
           (data (i32.const 72) \"legal\\n\")
           {data}
           (func $read (result i32)
             (i32.store (i32.const 0) (i32.const 4096))
             (i32.store (i32.const 4) (i32.const 60000))
             (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
             (i32.load (i32.const 8)))
           (func $print (param $at i32) (param $length i32)
             (i32.store (i32.const 0) (local.get $at))
             (i32.store (i32.const 4) (local.get $length))
             (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
           (func $asked
             (loop $again
               (br_if $again (i32.ne (i32.const 63)
                 (i32.load8_u (i32.add (i32.const 4094) (call $read)))))))
           (func $spend (param $rounds i32)
             (loop $again
               (br_if $again (local.tee $rounds (i32.sub (local.get $rounds) (i32.const 1))))))
           ;; The reply is `legal: +1 …`; of `+1` and `+2` one is legal always.
           (func $legal (result i32)
             (call $print (i32.const 72) (i32.const 6))
             (drop (call $read))
             (select (i32.const 64) (i32.const 67) (i32.eq (i32.load8_u (i32.const 4104)) (i32.const 49))))
           (func (export \"_start\") {start}))"
    )
}

fn limits(kind: ClockKind, per_move: Ticks) -> Limits {
    Limits::default().with_clock(Clock { kind, per_move: Some(per_move), ..Clock::default() })
}

/// The program offers a legal move, and runs for ever. Every move therefore has a fresh instance, whose start is
/// charged.
#[test]
fn offers_of_programs_are_played_and_they_start_afresh() {
    let text = program(
        "(data (i32.const 80) \"offer \")",
        "(call $asked)
         ;; `offer ` and the move behind it.
         (i32.store (i32.const 86) (i32.load (call $legal)))
         (call $print (i32.const 80) (i32.const 9))
         (loop $again (br $again))",
    );
    let record = against_first(&bot_of_text(&text), &limits(ClockKind::Fuel, Ticks::from_millis(1)));
    assert!(matches!(record.verdict.reason, Reason::Rules { .. }), "{:?}", record.losses);
    let own: Vec<_> = record.played.iter().filter(|played| played.seat == Seat::First).collect();
    assert_eq!(own.len() as u32, PLIES / 2);
    assert!(own.iter().all(|played| played.offered && played.spent == Ticks::from_millis(1)));
}

/// A program's work before it reads its first question is its start; its work after an answer is charged to the next
/// move; waiting is free.
#[test]
fn programs_pay_for_their_own_time_alone() {
    let text = program(
        "",
        "(call $spend (i32.const 1000000))
         (loop $again
           (call $asked)
           (call $print (call $legal) (i32.const 3))
           (call $spend (i32.const 10000))
           (br $again))",
    );
    let limits = limits(ClockKind::Fuel, Ticks::from_millis(1));
    let record = against_first(&bot_of_text(&text), &limits);
    assert!(matches!(record.verdict.reason, Reason::Rules { .. }), "{:?}", record.losses);
    let spent: Vec<u64> = record
        .played
        .iter()
        .filter(|played| played.seat == Seat::First)
        .map(|played| played.spent.0)
        .collect();
    assert!(spent[0] < 10_000, "the start is free, and so is what comes behind the answer: {}", spent[0]);
    assert!(spent[1..].iter().all(|&fuel| (50_000..100_000).contains(&fuel)), "{spent:?}");
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let text = text.clone();
            thread::spawn(move || against_first(&bot_of_text(&text), &limits))
        })
        .collect();
    for other in threads {
        assert_eq!(other.join().expect("no panic"), record, "the same on any thread");
    }
}

#[test]
fn programs_play_and_are_stopped_on_every_clock() {
    for kind in ClockKind::ALL {
        let answers =
            program("", "(loop $again (call $asked) (call $print (call $legal) (i32.const 3)) (br $again))");
        let record = against_first(&bot_of_text(&answers), &limits(kind, Ticks(Ticks::PER_SECOND)));
        assert!(matches!(record.verdict.reason, Reason::Rules { .. }), "{kind:?}: {:?}", record.losses);
        assert!(record.spent[Seat::First] > Ticks::ZERO, "{kind:?}");
        let thinks = program("", "(call $asked) (loop $again (br $again))");
        let record = against_first(&bot_of_text(&thinks), &limits(kind, Ticks::from_millis(20)));
        assert_eq!(
            record.verdict.reason,
            Reason::Forfeit { seat: Seat::First, fault: Fault::Timeout },
            "{kind:?}"
        );
    }
}

/// Notes are logged in their ply, without the sign that marks them; beyond the log's limit, the last one is kept.
#[test]
fn notes_are_logged_where_they_were_printed() {
    let text = program(
        "(data (i32.const 80) \"# first\\n\") (data (i32.const 96) \"#then\\n\")",
        "(call $print (i32.const 80) (i32.const 8))
         (call $asked)
         (call $print (call $legal) (i32.const 3))
         (loop $again
           (call $asked)
           (call $print (i32.const 96) (i32.const 3))
           (call $print (i32.const 99) (i32.const 3))
           (call $print (call $legal) (i32.const 3))
           (br $again))",
    );
    let record = against_first(&bot_of_text(&text), &Limits { log: 21, ..Limits::default() });
    let closing = &record.closings[Seat::First];
    let dropped = 5 * u64::from(PLIES / 2 - 5);
    assert_eq!(closing.log_dropped, dropped);
    let before_the_cut = format!("then\n\n[{dropped} bytes of this log were cut here]\n");
    for (ply, logged) in
        [(0, "first\n"), (2, "then\n"), (4, "then\n"), (6, &before_the_cut), (8, ""), (PLIES - 2, "then\n")]
    {
        assert_eq!(String::from_utf8_lossy(closing.logged_in(ply)), logged, "{ply}");
    }
}

/// Failures give the author of a program the details.
#[test]
fn failures_of_programs_say_what_was_printed() {
    let data = "(data (i32.const 80) \"hello there\\n\") (data (i32.const 96) \"+1\")";
    for (start, fault, detail) in [
        ("(call $asked)", Fault::Exit, "_start returned: a program goes on reading"),
        (
            "(call $asked) (call $print (i32.const 80) (i32.const 12))",
            Fault::BadLine,
            "`hello there` is not +1, +2 or +3",
        ),
        (
            "(call $asked) (drop (call $read))",
            Fault::NoAnswer,
            "is its output flushed, as by fflush(stdout)?",
        ),
        (
            "(call $asked) (call $print (i32.const 96) (i32.const 2)) (drop (call $read))",
            Fault::NoAnswer,
            "; the line `+1` has no end",
        ),
    ] {
        let record = against_first(&bot_of_text(&program(data, start)), &Limits::default());
        let failure = &common::loss(&record).failure;
        assert_eq!(failure.fault, fault);
        assert!(failure.detail.contains(detail), "{}", failure.detail);
    }
}

/// A program that is dropped while it waits keeps its log.
#[test]
fn a_program_is_ended_with_its_match() {
    let text = program(
        "(data (i32.const 80) \"# hello\\n\")",
        "(call $print (i32.const 80) (i32.const 8))
         (loop $again (call $asked) (call $print (call $legal) (i32.const 3)) (br $again))",
    );
    let (bot, limits) = (bot_of_text(&text), Limits::default());
    let seed = MatchSeed::from_number(1);
    let mut player = sandbox().player(&bot, seed.dice(Seat::First), Seat::First, &Arc::from(""), &limits);
    let answer = player.choose(new_match(limits).ask(Seat::First)).expect("no host failure");
    assert_eq!(answer.result, Ok(1));
    let closing = player.close();
    assert_eq!((&closing.log[..], closing.memory_peak), (&b"hello\n"[..], 131_072));
}
