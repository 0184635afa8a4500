//! Tests which parts of a script's log the referee keeps.

use std::sync::Arc;

use game::{Game, PerSeat, Rules, Seat};
use job::{MatchSettings, SizeClass};
use play::{Contestant, MatchSetup, Source};
use referee::{Builtin, Limits, LogRule, MatchSeed, Record, Ticks};
use tank_war::GAME;

use crate::common::validator;
use crate::profiling::script;

/// Plays a match of a script in Python against `builtin:first`, with 10 ms for each of its six moves.
fn play(text: &str, logs: LogRule) -> Record {
    let validator = validator();
    let sandbox = validator.sandbox();
    let size = SizeClass::Script;
    let bot = sandbox.admit(&script("bot.py", text), &size.caps()).unwrap().unwrap();
    let limits = Limits { plies: 6, logs, ..Limits::default() };
    let limits = limits.with_times(Some(Ticks::from_millis(10)), None);
    let settings = MatchSettings::new(&GAME, Rules::defaults(GAME.options()), limits);
    let own = Contestant { source: Source::Module { bot, size }, settings: Arc::from("") };
    let other = Contestant { source: Source::Builtin(Builtin::First), settings: Arc::from("") };
    let setup = MatchSetup {
        settings: &settings,
        start: None,
        seed: MatchSeed::from_number(1),
        seats: PerSeat::new(&own, &other),
    };
    setup.play(sandbox, |_| true).unwrap().unwrap()
}

fn log_of(record: &Record) -> String {
    String::from_utf8(record.closings[Seat::First].log.clone()).unwrap()
}

/// Returns a bot that waits until this many seconds are left.
fn waiting(until: &str) -> String {
    format!(
        "from muster import legal_actions, remaining\n\n\ndef choose(view):\n    while remaining() > {until}:\n        pass\n    \
         print('answered')\n    return legal_actions()[0]\n"
    )
}

/// Regression: the log of a bot that answers in time said that its time ran out.
#[test]
fn a_bot_that_answers_in_time_is_not_told_that_its_time_runs_out() {
    let in_time = waiting("0.0003");
    let record = play(&in_time, LogRule::NOW);
    assert_eq!(record.losses[Seat::First], None);
    assert_eq!(log_of(&record), "answered\n".repeat(record.plies as usize));
    // A run of an earlier edition keeps its log as before.
    assert!(log_of(&play(&in_time, LogRule::First)).contains("time runs out in choose, bot.py:"));
}

#[test]
fn a_bot_that_is_late_is_told_where_it_was_at_the_end_of_its_log() {
    let record = play(&waiting("-1"), LogRule::NOW);
    let failure = &record.losses[Seat::First].as_ref().unwrap().failure;
    assert!(failure.detail.starts_with("out of time in choose, bot.py:"), "{failure:?}");
    let log = log_of(&record);
    assert!(log.starts_with("time runs out in choose, bot.py:"), "{log}");
    assert_eq!(failure.log_before(log.as_bytes()), b"");
}

/// Regression: a bot that printed much before it failed lost the end of its log.
#[test]
fn a_bot_that_prints_much_keeps_what_it_says_before_it_fails() {
    let text = "\
from muster import legal_actions


def choose(view):
    for i in range(200):
        print('ply', view.ply, 'candidate', i, '-' * 200)
    if view.ply == 4:
        print('here it goes wrong')
        return legal_actions()[99]
    return legal_actions()[0]
";
    let record = play(text, LogRule::NOW);
    let log = log_of(&record);
    let failure = &record.losses[Seat::First].as_ref().unwrap().failure;
    assert_eq!(failure.name(), "exception");
    assert!(log.starts_with("ply 0 candidate 0 ---"), "{log}");
    let before = String::from_utf8_lossy(failure.log_before(log.as_bytes()));
    assert!(before.ends_with("---\nhere it goes wrong\n"), "{before}");
    assert!(log.contains(" bytes of this log were cut here]\n"));
}
