//! Tests for trial matches before a submission.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::sync::Arc;

use common::validator;
use game::{Game, Rules, Seat};
use job::{Caps, SizeClass};
use play::{Contestant, Source, Trial, TrialPlan};
use referee::{Builtin, Clock, Fault, Limits, MatchSeed, Ticks};
use tank_war::GAME;

/// Runs the trial of a bot that names the first of its tanks that can move, and loops forever after a given ply.
fn trial(last: u32) -> Trial {
    let text = format!(
        r#"(module
        (memory (export "memory") 1)
        (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
        (func (export "muster_choose") (param i32) (result i64)
            (if (i32.gt_u (i32.load offset=1036 (i32.const 0)) (i32.const {last})) (then (loop $again (br $again))))
            (i64.extend_i32_u (i32.ctz (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0)))))))"#
    );
    let validator = validator();
    let sandbox = validator.sandbox();
    let bot = sandbox.admit(&wat::parse_str(text).unwrap(), &Caps::default()).unwrap().unwrap();
    let source = Source::Module { bot, size: SizeClass::Normal };
    let plan = TrialPlan {
        game: &GAME,
        rules: Rules::defaults(GAME.options()),
        seat: Seat::Second,
        opponent: Builtin::First,
        limits: Limits::default()
            .with_clock(Clock { per_move: Some(Ticks::from_millis(1)), ..Clock::default() }),
        seed: MatchSeed::from_number(1),
    };
    play::trial(sandbox, &Contestant { source, settings: Arc::from("") }, &plan).unwrap()
}

#[test]
fn a_trial_says_what_a_bot_takes_and_how_it_fails() {
    let answers =
        |trial: &Trial| trial.record.played.iter().filter(|played| played.seat == Seat::Second).count();
    let honest = trial(u32::MAX);
    assert_eq!(honest.failure, None);
    assert_eq!(honest.spending.answers, answers(&honest));
    assert!(honest.spending.answers > 10);
    assert_eq!(honest.spending.total, honest.record.spent[Seat::Second]);
    assert_eq!(honest.memory_peak, 65_536);
    let slow = trial(7);
    assert_eq!(slow.spending.answers, answers(&slow) + 1);
    assert_eq!(slow.failure.map(|failure| failure.fault), Some(Fault::Timeout));
    assert_eq!(slow.spending.max, Ticks::from_millis(1));
    assert!(slow.spending.total > honest.spending.max);
}
