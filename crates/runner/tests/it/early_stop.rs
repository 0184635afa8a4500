//! Stages that may stop early: played matches are kept, and they are the same as in an undisturbed run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{entered, finish, keys, threads, validator};
use ledger::{Ledger, LedgerError, MatchRow, RunFolder};
use runner::{Ending, Event};
use tournament::MatchKey;

const TWO: &str = "[[entrant]]\nname = \"one\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"two\"\nbot = \"builtin:first\"\n";
const TWO_MORE: &str = "[[entrant]]\nname = \"three\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"four\"\nbot = \"builtin:random\"\n";

fn text(entrants: &str, stage: &str) -> String {
    format!(
        "[tournament]\nname = \"Early\"\ngame = \"tank-war\"\nseed = 5\n{entrants}\
         [[stage]]\nformat = \"round-robin\"\n{stage}\nstop_when_decided = 1\n"
    )
}

/// Plays on the given number of slots until this number of matches was reported. Returns them.
fn play(folder: &RunFolder, text: &str, slots: usize, most: usize) -> (Ending, Vec<MatchKey>) {
    let mut run = if folder.holds_run() {
        runner::resume(folder, common::GAMES, validator()).unwrap()
    } else {
        runner::begin(folder, entered(text.to_owned()), validator()).unwrap()
    };
    let (stop, mut told) = (AtomicBool::new(false), Vec::new());
    let ending = run.play(&threads(slots), &stop, &mut |event| {
        if let Event::Played { key, .. } = event {
            told.push(key);
            stop.store(told.len() >= most, Ordering::Relaxed);
        }
    });
    (ending.unwrap(), told)
}

fn record(folder: &RunFolder) -> (Vec<MatchRow>, String) {
    let ledger = Ledger::open_read_only(folder).unwrap();
    let mut rows = Vec::new();
    let each = |stored: ledger::StoredRow| -> Result<(), LedgerError> {
        rows.push(stored.verified().unwrap());
        Ok(())
    };
    ledger.for_each_match(None, each).unwrap();
    (
        rows,
        run_folder::RecordedRun::open_read_only(folder)
            .unwrap()
            .root(games::GAMES)
            .unwrap()
            .unwrap()
            .to_string(),
    )
}

fn undisturbed(folder: &Path, text: &str) -> (Vec<MatchRow>, String) {
    let folder = RunFolder::at(folder);
    assert_eq!(play(&folder, text, 2, usize::MAX).0, Ending::Complete);
    record(&folder)
}

#[test]
fn a_stage_that_is_interrupted_inside_a_long_pairing_keeps_what_was_played() {
    let temp = tempfile::tempdir().unwrap();
    let text = text(TWO, "games = 400");
    let whole = undisturbed(&temp.path().join("whole"), &text);
    assert_eq!(whole.0.len(), 400, "there is nothing to decide before the only pairing is over");
    let folder = RunFolder::at(temp.path().join("run"));
    let mut kept = 0;
    for sitting in 1..4 {
        let (ending, told) = play(&folder, &text, 2, 7);
        // On a busy machine, all or nearly all matches may have been played before the stop was seen.
        assert!(told.len() >= 7 || ending == Ending::Complete, "sitting {sitting}: {told:?}");
        kept += told.len();
        assert_eq!(keys(&folder).len(), kept, "sitting {sitting}");
        if ending == Ending::Complete {
            break;
        }
    }
    finish(&folder);
    assert!(record(&folder) == whole);
}

#[test]
fn what_was_reported_is_on_record_and_the_record_is_as_undisturbed() {
    let temp = tempfile::tempdir().unwrap();
    let text = text(&format!("{TWO}{TWO_MORE}"), "games = 4\ncycles = 8");
    let whole = undisturbed(&temp.path().join("whole"), &text);
    assert!(whole.0.len() < 8 * 6 * 4, "it is decided early: {}", whole.0.len());
    for slots in [1, 3] {
        let folder = RunFolder::at(temp.path().join(slots.to_string()));
        let mut all = Vec::new();
        loop {
            let (ending, told) = play(&folder, &text, slots, 9);
            all.extend(told);
            all.sort_unstable();
            assert_eq!(all, keys(&folder), "{slots} slots");
            if ending == Ending::Complete {
                break;
            }
        }
        assert!(record(&folder) == whole, "{slots} slots");
    }
}
