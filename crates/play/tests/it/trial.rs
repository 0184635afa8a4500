//! Tests for trial matches before a submission.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::sync::Arc;

use common::validator;
use game::{Game, Rules};
use job::{MatchSettings, SeatJob, SizeClass, Validator};
use play::Trials;
use referee::{Clock, Fault, Limits, Ticks};
use tank_war::GAME;

/// Runs the trials of a bot that names the first of its tanks that can move, and loops forever after a given ply.
fn trials(last: u32) -> Trials {
    let text = format!(
        r#"(module
        (memory (export "memory") 1)
        (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
        (func (export "muster_choose") (param i32) (result i64)
            (if (i32.gt_u (i32.load offset=1036 (i32.const 0)) (i32.const {last})) (then (loop $again (br $again))))
            (i64.extend_i32_u (i32.ctz (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0)))))))"#
    );
    let validator = validator();
    let size = SizeClass::Normal;
    let ready = validator.validate(&wat::parse_str(text).unwrap(), size).unwrap().unwrap();
    let seat = Arc::new(SeatJob { plays: ready.plays(), settings: String::new() });
    let clock = Clock { per_move: Some(Ticks::from_millis(1)), ..Clock::default() };
    let limits = Limits::default().with_clock(clock);
    let settings = MatchSettings::new(&GAME, Rules::defaults(GAME.options()), limits);
    Trials::play(&validator, &seat, &settings).unwrap()
}

#[test]
fn trials_say_what_a_bot_takes_and_how_it_fails() {
    let honest = trials(u32::MAX);
    assert!(honest.faults.is_empty());
    assert!(honest.spending.answers > 10);
    assert_eq!((honest.matches, honest.median_memory(), honest.most_memory()), (8, 65_536, 65_536));
    let slow = trials(7);
    assert!(!slow.faults.is_empty() && slow.spending.answers < honest.spending.answers);
    assert!(slow.faults.iter().all(|failed| failed.loss.failure.fault == Fault::Timeout));
    assert_eq!(slow.spending.max, Ticks::from_millis(1));
    assert!(slow.spending.max > honest.spending.max);
}
