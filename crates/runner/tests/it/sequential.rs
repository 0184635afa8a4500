//! The record of a sequential test, played again.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use common::{GAMES, threads, validator};
use config::{BotPlan, EntrantPlan, SizeClass};
use game::Rules;
use ledger::{Inputs, Ledger, LedgerError, MatchRow, RecordedMatch, RunFolder, RunHeader};
use rating::scale::EloScale;
use referee::{Builtin, Limits};
use run_folder::sequential_test::{SequentialTestPlan, SequentialTestVerdict};
use runner::{Candidate, Ending, RunCheck, SequentialTest, admit};

fn plan(seed: u64, elo1: f64, openings: Option<u32>) -> SequentialTestPlan {
    let game = GAMES[0];
    SequentialTestPlan {
        game,
        rules: Rules::defaults(game.options()),
        limits: Limits::default(),
        scale: EloScale::Logistic,
        elo0: 0.0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        openings,
        plies: 2,
        seed,
        max_games: Some(60),
    }
}

fn candidates() -> [Candidate; 2] {
    let candidate = |name: &str, builtin| Candidate {
        plan: EntrantPlan {
            name: name.to_owned(),
            bot: BotPlan::Builtin(builtin),
            settings: String::new(),
            guest: false,
            size: SizeClass::Script,
        },
        module: None,
    };
    [candidate("new", Builtin::Random), candidate("old", Builtin::First)]
}

/// Plays a test in a folder up to its limit of games.
fn played(folder: &Path, plan: &SequentialTestPlan) -> RunFolder {
    let folder = RunFolder::at(folder);
    let admission = admit(validator(), &candidates()).unwrap();
    let mut test = SequentialTest::begin(plan, admission, validator(), Some(&folder)).unwrap();
    let ending = test.play(&threads(2), &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!((ending, test.state().verdict), (Ending::Complete, Some(SequentialTestVerdict::MaxGames)));
    folder
}

fn differences(folder: &RunFolder) -> Vec<String> {
    let recorded = RunCheck::open(folder, GAMES, validator()).unwrap();
    recorded.verify(&threads(2), &mut |_| {}).unwrap().differences
}

/// Records the games of a test as those of another one.
fn told_as(folder: &RunFolder, other: &Path, plan: &SequentialTestPlan, most: usize) -> RunFolder {
    let recorded = RunCheck::open(folder, GAMES, validator()).unwrap();
    let threads = threads(1);
    let ledger = Ledger::open_read_only(folder).unwrap();
    let mut games = Vec::new();
    ledger
        .for_each_match(None, |stored| {
            let again = recorded.replay(&stored.row, &threads).unwrap().again;
            games.push(RecordedMatch::new(stored.row, again));
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    let header = RunHeader { toml: plan.text(), seed: plan.seed, ..ledger.header().unwrap() };
    let other = RunFolder::at(other);
    other.create().unwrap();
    let entrants = ledger.entrants().unwrap();
    let inputs = Inputs { header: &header, entrants: &entrants, modules: &[], files: &BTreeMap::new() };
    let mut forged = Ledger::create(&other, inputs).unwrap();
    forged.commit(games.iter().take(most)).unwrap();
    other
}

#[test]
fn a_test_is_played_again_as_recorded() {
    let temp = tempfile::tempdir().unwrap();
    for (name, openings) in [("in turn", Some(3)), ("one a pair", None)] {
        let folder = played(&temp.path().join(name), &plan(1, 10.0, openings));
        let recorded = RunCheck::open(&folder, GAMES, validator()).unwrap();
        let seen = recorded.verify(&threads(2), &mut |_| {}).unwrap();
        assert_eq!((seen.matches, seen.differences, seen.by_record), (60, Vec::new(), 0));
        assert!(seen.root.is_some());
        let row = recorded.find("1.1.2.1".parse().unwrap()).unwrap().unwrap();
        let one = recorded.replay(&row, &threads(1)).unwrap();
        let again = MatchRow::new(row.key, row.entrants, row.start.clone(), &one.again);
        assert_eq!((again, one.difference, one.unconfirmed), (row, None, None));
    }
}

#[test]
fn a_test_that_went_on_with_more_games_is_known_by_its_root_before() {
    let temp = tempfile::tempdir().unwrap();
    let shorter = SequentialTestPlan { max_games: Some(20), ..plan(1, 10.0, Some(3)) };
    let folder = played(&temp.path().join("run"), &shorter);
    let recorded = || RunCheck::open(&folder, GAMES, validator()).unwrap();
    let root =
        |recorded: RunCheck| recorded.verify(&threads(2), &mut |_| {}).unwrap().root.unwrap().to_string();
    let before = root(recorded());
    played(&temp.path().join("run"), &plan(1, 10.0, Some(3)));
    assert_ne!(root(recorded()), before);
    let earlier = recorded().earlier(&|root| root.to_string() == before).unwrap().unwrap();
    assert_eq!((earlier.matches, earlier.since), (40, Vec::new()));
}

#[test]
fn games_of_another_test_are_named() {
    let temp = tempfile::tempdir().unwrap();
    let folder = played(&temp.path().join("run"), &plan(1, 10.0, None));
    let of = |name: &str, plan: &SequentialTestPlan, most| {
        differences(&told_as(&folder, &temp.path().join(name), plan, most)).join("\n")
    };
    assert_eq!(of("the same", &plan(1, 10.0, None), 60), "");
    let seed = of("another seed", &plan(2, 10.0, None), 60);
    assert!(seed.contains("match 1.1.1.1: its bots, seats or start differ from those of the test"), "{seed}");
    let openings = of("openings in turn", &plan(1, 10.0, Some(1)), 60);
    assert!(!openings.contains("match 1.1.1.1: its"), "{openings}");
    assert!(openings.contains("match 1.1.2.1: its bots, seats or start differ"), "{openings}");
    assert_eq!(of("half a pair", &plan(1, 10.0, None), 59), "pair 30 has one game");
    // With hypotheses this far apart, a few pairs decide.
    let decided = of("decided", &plan(1, 400.0, None), 60);
    assert!(decided.contains("match 1.1.30.2: the test was decided before it"), "{decided}");
}

#[test]
fn a_text_that_is_no_test_is_told() {
    let temp = tempfile::tempdir().unwrap();
    let mut other = plan(1, 10.0, None);
    let folder = played(&temp.path().join("run"), &other);
    other.limits.plies = 3;
    let forged = told_as(&folder, &temp.path().join("forged"), &other, 2);
    assert!(!differences(&forged).is_empty());
    let Err(error) = RunCheck::open(&folder, &GAMES[1..], validator()) else {
        panic!("the game is not there")
    };
    assert!(error.to_string().contains("the game tank-war cannot be opened"), "{error}");
}
