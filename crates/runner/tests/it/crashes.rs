//! A run whose machine stops at any disk operation: reported matches are on record, and it resumes to the same root.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use common::{GAMES, entered, keys, threads, validator};
use faults::{Disk, Fault, PointSample, each_crash, each_failure, scratch};
use ledger::RunFolder;
use runner::{Ending, Event, Run, RunError};

/// A group, followed by a final between its best. Their matches are short.
const TEXT: &str = "[tournament]\nname = \"Interrupted\"\ngame = \"tank-war\"\nseed = 3\n\
    [[entrant]]\nname = \"one\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"two\"\nbot = \"builtin:first\"\n\
    [[entrant]]\nname = \"three\"\nbot = \"builtin:random\"\n\
    [limits]\nplies = 10\n\
    [[stage]]\nname = \"Group\"\nformat = \"round-robin\"\ngames = 2\n\
    [[stage]]\nname = \"Final\"\nformat = \"knockout\"\nadvance = 2\n";

/// Begins or resumes the run, and plays to its end. Calls `promised` for each reported match. Returns its root.
fn play(top: &Path, mut promised: impl FnMut()) -> Result<String, RunError> {
    let folder = RunFolder::at(top.join("run"));
    let mut run: Run = if folder.holds_run() {
        runner::resume(&folder, GAMES, validator())?
    } else {
        runner::begin(&folder, entered(TEXT.to_owned()), validator())?
    };
    let ending = run.play(&threads(1), &AtomicBool::new(false), &mut |event| {
        if matches!(event, Event::Played { .. }) {
            promised();
        }
    })?;
    assert_eq!(ending, Ending::Complete);
    Ok(run.root()?.unwrap().to_string())
}

/// Number of matches on record.
fn there(top: &Path) -> Option<usize> {
    let folder = RunFolder::at(top.join("run"));
    folder.holds_run().then(|| keys(&folder).len())
}

#[test]
fn a_run_that_stops_anywhere_has_what_it_reported_and_resumes_to_the_same_root() {
    let top = scratch().unwrap();
    let disk = Disk::watch(top.path()).unwrap();
    let root = play(top.path(), || disk.acknowledge()).unwrap();
    assert_eq!(disk.unseen().unwrap(), Vec::<std::path::PathBuf>::new());
    let matches = there(top.path()).unwrap();
    let sample = PointSample { points: 200, losses: 9, seed: 10 };
    let tried = each_crash("run", &disk.history(), sample, |left, crash| {
        let (found, promised) = (there(left), crash.acknowledged());
        // A match is on record before it is reported.
        assert!(found.unwrap_or(0) >= promised, "{promised} were reported, {found:?} are there");
        let resumed = play(left, || ()).unwrap();
        assert_eq!(there(left), Some(matches));
        // A run that begins anew has salts of its own.
        assert!(found.is_none() || resumed == root);
    });
    tried.tell();
    assert!(tried.points >= 60, "{tried}");
}

#[test]
fn a_failure_is_told_and_the_run_resumes() {
    let top = scratch().unwrap();
    let recorded = Disk::watch(top.path()).unwrap();
    play(top.path(), || ()).unwrap();
    let (operations, matches) = (recorded.operations(), there(top.path()));
    drop(recorded);
    let sample = PointSample { points: 300, losses: 0, seed: 11 };
    let mut told = 0;
    let tried = each_failure("run", operations, sample, |number, fault| {
        let top = scratch().unwrap();
        let disk = Disk::failing(top.path(), number, fault).unwrap();
        let mut promised = 0;
        let first = play(top.path(), || promised += 1);
        assert!(disk.was_hit());
        assert!(first.is_ok() || fault != Fault::Short, "{first:?}");
        told += usize::from(first.is_err());
        assert!(there(top.path()).unwrap_or(0) >= promised);
        play(top.path(), || ()).unwrap();
        assert_eq!(there(top.path()), matches);
    });
    tried.tell();
    assert!(told > tried.points / 20, "{told} of {tried}");
}
