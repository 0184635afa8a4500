//! The clocks of WASI, and the output of modules.

use crate::common;

use common::{against_first, bot_of_text};
use game::Seat;
use referee::{Clock, Limits, Reason, Record, Ticks};

/// Returns a bot with a clock: `$now` is the number of nanoseconds that a clock of WASI shows. The module uses the
/// first 64 bytes of memory; the view is at 1024.
fn with_clock(rest: &str, choose: &str) -> String {
    format!(
        "(module
           (import \"wasi_snapshot_preview1\" \"clock_time_get\"
             (func $clock (param i32 i64 i32) (result i32)))
           (import \"muster\" \"game_remaining\" (func $left (result i64)))
           (import \"muster\" \"offer\" (func $offer (param i64)))
           (memory (export \"memory\") 1)
           (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
           (func $now (param $which i32) (result i64)
             (if (call $clock (local.get $which) (i64.const 1) (i32.const 0)) (then (unreachable)))
             (i64.load (i32.const 0)))
           (func $spend (param $rounds i32)
             (loop $again
               (br_if $again (local.tee $rounds (i32.sub (local.get $rounds) (i32.const 1))))))
           (func $legal (result i64)
             (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1))))
           {rest}
           (func (export \"muster_choose\") (param i32) (result i64) {choose}))"
    )
}

fn assert_plays(record: &Record) {
    assert!(matches!(record.verdict.reason, Reason::Rules { .. }), "{:?}", record.losses[Seat::First]);
}

#[test]
fn clocks_begin_at_constants_and_stand_until_the_first_question() {
    let text = with_clock(
        "(global $started (mut i64) (i64.const 0))
         (func (export \"_initialize\")
           (call $spend (i32.const 100000))
           (global.set $started (call $now (i32.const 1))))",
        "(if (i64.ne (global.get $started) (i64.const 1000000000)) (then (unreachable)))
         (if (i64.ne (i64.div_u (call $now (i32.const 0)) (i64.const 1000000000)) (i64.const 946684800))
           (then (unreachable)))
         (if (i32.ne (call $clock (i32.const 4) (i64.const 1) (i32.const 0)) (i32.const 28))
           (then (unreachable)))
         (call $legal)",
    );
    assert_plays(&against_first(&bot_of_text(&text), &Limits::default()));
}

/// The clock's time and the remaining time of the game at the same moment, with the increments after each move, sum
/// up to the time at the start. Every third question ends with an offer and a fresh instance.
#[test]
fn clocks_show_the_seats_own_time_through_the_match() {
    let text = with_clock(
        "(func $ahead (result i64)
           (local $sum i64)
           (local.set $sum (i64.add (call $now (i32.const 1)) (call $left)))
           ;; Every second ply is this seat's, and what is added after a move is in the view.
           (i64.sub (i64.add (i64.const 61000000000)
               (i64.mul (i64.load (i32.const 1072)) (i64.extend_i32_u (i32.div_u (i32.load (i32.const 1036)) (i32.const 2)))))
             (local.get $sum)))
         (func $check
           ;; What passes between the two is some tens of nanoseconds.
           (if (i64.gt_u (call $ahead) (i64.const 60)) (then (unreachable))))",
        "(call $check)
         (call $spend (i32.const 30000))
         (call $check)
         (call $offer (call $legal))
         (if (i32.eqz (i32.rem_u (i32.load (i32.const 1036)) (i32.const 3))) (then (call $spend (i32.const 0))))
         (call $legal)",
    );
    let clock =
        Clock { per_move: Some(Ticks::from_millis(1)), increment: Ticks::from_millis(3), ..Clock::default() };
    let record = against_first(&bot_of_text(&text), &Limits::default().with_clock(clock));
    assert_plays(&record);
    let own = || record.played.iter().filter(|played| played.seat == Seat::First);
    assert!(own().any(|played| played.offered) && own().any(|played| !played.offered));
}

/// Output is logged unchanged: parts of lines, several buffers per write, both streams.
#[test]
fn what_is_printed_is_logged_byte_for_byte() {
    let text = "(module
        (import \"wasi_snapshot_preview1\" \"fd_write\" (func $write (param i32 i32 i32 i32) (result i32)))
        (memory (export \"memory\") 1)
        (data (i32.const 64) \"one line, \")
        (data (i32.const 80) \"in three\")
        (data (i32.const 96) \" parts\\n\")
        (data (i32.const 128) \"\\40\\00\\00\\00\\0a\\00\\00\\00\\50\\00\\00\\00\\08\\00\\00\\00\\60\\00\\00\\00\\07\\00\\00\\00\")
        (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
        (func (export \"muster_choose\") (param i32) (result i64)
          (if (i32.eqz (i32.load (i32.const 1036))) (then
            (drop (call $write (i32.const 1) (i32.const 128) (i32.const 1) (i32.const 0)))
            (drop (call $write (i32.const 1) (i32.const 136) (i32.const 2) (i32.const 0)))
            (if (i32.ne (i32.load (i32.const 0)) (i32.const 15)) (then (unreachable)))
            (drop (call $write (i32.const 2) (i32.const 128) (i32.const 3) (i32.const 0)))))
          (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))";
    let record = against_first(&bot_of_text(text), &Limits::default());
    assert_plays(&record);
    let line = "one line, in three parts\n";
    assert_eq!(String::from_utf8_lossy(&record.closings[Seat::First].log), line.repeat(2));
}
