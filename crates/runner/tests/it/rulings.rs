//! An organiser's rulings between two sessions of a run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::format_push_string, reason = "speed is no matter here")]

use crate::common;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{GAMES, entered, finish, keys, play, threads, validator};
use ledger::{Ledger, RunFolder};
use run_folder::{RecordError, RulingSummary, rule};
use runner::{Ending, Event, Run};
use tournament::rulings::{PastGames, RulingAction, Since};
use tournament::{EntrantId, MatchKey};

/// A run of six built-in players.
fn begin(folder: &Path, stages: &str) -> (RunFolder, Run) {
    let mut text = String::from("[tournament]\nname = \"Ruled\"\ngame = \"tank-war\"\nseed = 3\n");
    for number in 1..=6 {
        text.push_str(&format!("[[entrant]]\nname = \"dice {number}\"\nbot = \"builtin:random\"\n"));
    }
    text.push_str(stages);
    let folder = RunFolder::at(folder);
    let run = runner::begin(&folder, entered(text), validator()).unwrap();
    (folder, run)
}

fn games_of(folder: &RunFolder, entrant: u32) -> Vec<MatchKey> {
    let mut keys = Vec::new();
    let ledger = Ledger::open_read_only(folder).unwrap();
    ledger
        .for_each_match(None, |stored| {
            keys.extend(stored.row.entrants.0.contains(&EntrantId(entrant)).then_some(stored.row.key));
            Ok::<(), ledger::LedgerError>(())
        })
        .unwrap();
    keys
}

fn ruled(folder: &RunFolder, order: RulingAction) -> RulingSummary {
    rule(folder, GAMES, order, "a test").unwrap()
}

/// Stages long enough that a run of any of them can be interrupted.
const FORMATS: [&str; 4] = [
    "[[stage]]\nformat = \"round-robin\"\ngames = 2\ncycles = 40\n",
    "[[stage]]\nformat = \"swiss\"\nrounds = 5\ngames = 200\n",
    "[[stage]]\nformat = \"groups\"\ngroups = 2\ngames = 2\ncycles = 200\n",
    "[[stage]]\nformat = \"ladder\"\nbudget = 2000\nbatch = 3\n",
];

#[test]
fn who_withdraws_plays_no_round_after_those_that_were_begun() {
    for stages in FORMATS {
        let temp = tempfile::tempdir().unwrap();
        let (folder, mut run) = begin(&temp.path().join("run"), stages);
        assert_eq!(play(&mut run, 8), Ending::Interrupted, "{stages}");
        drop(run);
        let before = keys(&folder);
        let leave = RulingAction::Withdraw { entrant: EntrantId(2), games: PastGames::Keep };
        let RulingSummary { number, ruling, stage, incomplete, .. } = ruled(&folder, leave);
        assert_eq!((number, ruling.order, stage.as_str(), incomplete), (1, leave, "Stage 1", true));
        let last = before.last().unwrap().round();
        assert_eq!(ruling.since, Since { stage: 0, round: last + 1 }, "{stages}");
        let after = finish(&folder);
        assert!(after.len() > before.len() && before.iter().all(|key| after.contains(key)), "{stages}");
        assert!(games_of(&folder, 2).iter().all(|key| key.round() <= last), "{stages}");
        // It has left, and cannot leave again.
        let again = rule(&folder, GAMES, leave, "a test").unwrap_err();
        assert!(again.to_string().contains("\"dice 3\" has already left"), "{again}");
    }
}

#[test]
fn who_was_taken_back_plays_again() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut run) = begin(&temp.path().join("run"), FORMATS[1]);
    play(&mut run, 5);
    drop(run);
    let leave = RulingAction::Withdraw { entrant: EntrantId(2), games: PastGames::Keep };
    ruled(&folder, leave);
    let undone = ruled(&folder, RulingAction::Undo { ruling: 0 });
    assert_eq!(undone.number, 2);
    finish(&folder);
    assert_eq!(games_of(&folder, 2).len(), 1000);
}

#[test]
fn a_complete_run_is_opened_again_by_a_replay() {
    for stages in FORMATS {
        let temp = tempfile::tempdir().unwrap();
        let (folder, mut run) = begin(&temp.path().join("run"), stages);
        assert_eq!(play(&mut run, usize::MAX), Ending::Complete);
        drop(run);
        let before = keys(&folder);
        let game = before[1];
        let replay = ruled(&folder, RulingAction::Replay { game });
        assert_eq!(replay.ruling.since, Since { stage: 0, round: u32::MAX });
        assert!(replay.incomplete);
        let after = finish(&folder);
        assert_eq!(after.len(), before.len() + 1, "{stages}");
        assert!(after.contains(&game.again().unwrap()));
        // Undone: the game stays on record and the run is complete as before.
        let undone = ruled(&folder, RulingAction::Undo { ruling: 0 });
        assert!(!undone.incomplete);
        assert_eq!(finish(&folder), after);
        assert!(Ledger::open_read_only(&folder).unwrap().check().unwrap().is_empty());
        assert!(!ruled(&folder, RulingAction::Annul { game }).incomplete);
    }
}

#[test]
fn a_ruling_between_two_stages_decides_who_goes_on() {
    let temp = tempfile::tempdir().unwrap();
    let stages =
        "[[stage]]\nformat = \"round-robin\"\ngames = 2\n[[stage]]\nformat = \"knockout\"\nadvance = 4\n";
    let (folder, mut run) = begin(&temp.path().join("run"), stages);
    let stop = AtomicBool::new(false);
    let mut best = None;
    let ending = run.play(&threads(1), &stop, &mut |event| {
        if let Event::StageFinished { standings, .. } = event {
            best = Some(standings.order()[0]);
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(ending.unwrap(), Ending::Interrupted);
    drop(run);
    let best = best.unwrap();
    let out = ruled(&folder, RulingAction::Disqualify { entrant: best, games: PastGames::Keep });
    assert_eq!((out.ruling.since, out.stage.as_str()), (Since { stage: 1, round: 0 }, "Stage 2"));
    let first = keys(&folder)[0];
    finish(&folder);
    assert!(games_of(&folder, best.0).iter().all(|key| key.stage() == 0));
    // Entrants have advanced from the first stage by now.
    let late = rule(&folder, GAMES, RulingAction::Replay { game: first }, "a test").unwrap_err();
    assert!(late.to_string().contains("entrants have advanced from \"Stage 1\""), "{late}");
}

#[test]
fn rulings_that_cannot_be_are_refused_and_leave_nothing() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut run) = begin(&temp.path().join("run"), FORMATS[0]);
    let held = rule(&folder, GAMES, RulingAction::Undo { ruling: 0 }, "a test").unwrap_err();
    assert!(matches!(held, RecordError::Ledger(ledger::LedgerError::Locked { .. })), "{held}");
    play(&mut run, 4);
    drop(run);
    let played = keys(&folder)[0];
    let unplayed: MatchKey = "1.200.3.1".parse().unwrap();
    let keep = PastGames::Keep;
    let cases = [
        (RulingAction::Withdraw { entrant: EntrantId(6), games: keep }, "x", "no entrant has the number 7"),
        (
            RulingAction::Disqualify { entrant: EntrantId(u32::MAX), games: keep },
            "x",
            "no entrant has the number 4294967296",
        ),
        (RulingAction::Annul { game: unplayed }, "x", "match 1.200.3.1 has not been played"),
        (RulingAction::Replay { game: "9.1.1.1".parse().unwrap() }, "x", "match 9.1.1.1 has not been played"),
        (RulingAction::Undo { ruling: 0 }, "x", "there is no ruling 1"),
        (RulingAction::Annul { game: played }, " \n", "it has no reason"),
        (RulingAction::Annul { game: played }, &"x".repeat(1001), "longer than 1000 characters"),
    ];
    for (order, reason, why) in cases {
        let refused = rule(&folder, GAMES, order, reason).unwrap_err();
        assert!(refused.to_string().contains(why), "{refused}");
    }
    assert!(Ledger::open_read_only(&folder).unwrap().rulings().unwrap().as_slice().is_empty());
    let nowhere = RunFolder::at(temp.path().join("nowhere"));
    assert!(
        rule(&nowhere, GAMES, RulingAction::Undo { ruling: 0 }, "x").is_err() && !nowhere.root().exists()
    );
}
