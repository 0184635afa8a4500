//! A run that stops at any operation on the disk, or meets a failure there: recorded matches survive, and it
//! continues to the same root.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::path::Path;

use common::{MODULE, commit, entrants, files, full_match, header, terms};
use faults::{Disk, Fault, PointSample, each_crash, each_failure, scratch};
use hash::Hash;
use ledger::{Inputs, Ledger, LedgerError, MatchRow, RunFolder, RunLock};
use referee::Record;

/// Batches of matches that are committed together, each with its stage.
const BATCHES: [(&str, &[&str]); 7] = [
    ("1", &["1.1.1", "1.2.1"]),
    ("1", &["2.1.1"]),
    ("1", &["2.2.1", "3.1.1", "3.2.1"]),
    ("2", &["1.1.1"]),
    ("2", &["1.2.1"]),
    ("2", &["2.1.1", "2.2.1"]),
    ("2", &["3.1.1"]),
];

fn batch(index: usize) -> Vec<(MatchRow, Record)> {
    let (stage, matches) = BATCHES[index];
    matches.iter().map(|rest| full_match(&format!("{stage}.{rest}"))).collect()
}

/// Opens the run, and begins it if there is none.
fn open(folder: &RunFolder) -> Result<(RunLock, Ledger), LedgerError> {
    if !folder.holds_run() {
        folder.create()?;
    }
    let lock = RunLock::take(folder)?;
    if folder.holds_run() {
        return Ok((lock, Ledger::open(folder)?));
    }
    let hash = Hash::digest(MODULE);
    let inputs =
        Inputs { header: &header(), entrants: &entrants(), modules: &[(hash, MODULE)], files: &files() };
    Ok((lock, Ledger::create(folder, inputs)?))
}

/// Plays the missing matches, to the end; calls `promised` after each record.
fn play(root: &Path, mut promised: impl FnMut()) -> Result<(), LedgerError> {
    let (_lock, mut ledger) = open(&RunFolder::at(root.join("run")))?;
    promised();
    for (index, (stage, _)) in BATCHES.iter().enumerate() {
        let batch = batch(index);
        if ledger.find_match(batch[0].0.key)?.is_none() {
            commit(&mut ledger, &batch)?;
            promised();
        }
        let ends = BATCHES.get(index + 1).is_none_or(|next| next.0 != *stage);
        let stage = batch[0].0.key.stage();
        if ends && !ledger.sealed_stages()?.contains(&stage) {
            ledger.seal(stage)?;
            promised();
        }
    }
    ledger.note("it is over")
}

/// Returns the number of steps of [`play`] that are on record, and checks that none is half done.
fn there(folder: &RunFolder) -> usize {
    if !folder.holds_run() {
        return 0;
    }
    let ledger = Ledger::open_read_only(folder).unwrap();
    assert_eq!(ledger.check().unwrap(), Vec::<String>::new());
    let is_there = |index: &usize| {
        let found =
            batch(*index).iter().filter(|(row, _)| ledger.find_match(row.key).unwrap().is_some()).count();
        assert!([0, batch(*index).len()].contains(&found), "half a batch");
        found > 0
    };
    let batches = (0..BATCHES.len()).take_while(is_there).count();
    assert!((batches..BATCHES.len()).all(|index| !is_there(&index)), "one without those before it");
    1 + batches + ledger.sealed_stages().unwrap().len()
}

fn root(folder: &RunFolder) -> String {
    Ledger::open_read_only(folder).unwrap().root(&terms(2)).unwrap().unwrap().to_string()
}

#[test]
fn a_run_that_stops_anywhere_has_what_it_promised_and_ends_with_the_same_root() {
    let scratch = scratch().unwrap();
    let disk = Disk::watch(scratch.path()).unwrap();
    play(scratch.path(), || disk.acknowledge()).unwrap();
    assert_eq!(disk.unseen().unwrap(), Vec::<std::path::PathBuf>::new());
    let ended = root(&RunFolder::at(scratch.path().join("run")));
    let sample = PointSample { points: 250, losses: 9, seed: 6 };
    let tried = each_crash("ledger", &disk.history(), sample, |left, crash| {
        let folder = RunFolder::at(left.join("run"));
        let found = there(&folder);
        let promised = crash.acknowledged();
        assert!(promised <= found && found <= promised + 1, "{promised} were promised, {found} are there");
        play(left, || ()).unwrap();
        if found > 0 {
            assert_eq!(root(&folder), ended);
        } else {
            // It has its own salts.
            assert_eq!(there(&folder), 1 + BATCHES.len() + 2);
        }
    });
    tried.tell();
    assert!(tried.points >= 100, "{tried}");
}

/// The run stops, is resumed, and stops again while resuming.
#[test]
fn a_run_that_stops_twice_has_what_it_promised() {
    let scratch = scratch().unwrap();
    let disk = Disk::watch(scratch.path()).unwrap();
    play(scratch.path(), || disk.acknowledge()).unwrap();
    let mut twice = 0;
    let mut tried = each_crash(
        "ledger, twice",
        &disk.history(),
        PointSample { points: 12, losses: 1, seed: 16 },
        |left, _| {
            let before = there(&RunFolder::at(left.join("run")));
            let disk = Disk::watch(left).unwrap();
            play(left, || disk.acknowledge()).unwrap();
            let sample = PointSample { points: 12, losses: 2, seed: 17 };
            let tried = each_crash("the second time", &disk.history(), sample, |left, crash| {
                let found = there(&RunFolder::at(left.join("run")));
                // Opening an existing run promises its earlier records.
                let promised = crash.acknowledged().max(1) - 1 + before.max(1);
                assert!(
                    crash.acknowledged() == 0 || found >= promised,
                    "{promised} were promised, {found} are there"
                );
                assert!(found >= before, "{before} were there, {found} are");
                play(left, || ()).unwrap();
            });
            twice += tried.states;
        },
    );
    tried.states += twice;
    tried.tell();
    assert!(twice > 300, "{twice}");
}

#[test]
fn a_failure_is_told_and_the_run_goes_on_from_what_is_there() {
    let whole = scratch().unwrap();
    let recorded = Disk::watch(whole.path()).unwrap();
    play(whole.path(), || ()).unwrap();
    let operations = recorded.operations();
    drop(recorded);
    let sample = PointSample { points: 1000, losses: 0, seed: 7 };
    let mut told = 0;
    let tried = each_failure("ledger", operations, sample, |number, fault| {
        let scratch = scratch().unwrap();
        let disk = Disk::failing(scratch.path(), number, fault).unwrap();
        let mut promised = 0;
        let first = play(scratch.path(), || promised += 1);
        assert!(disk.was_hit());
        if fault == Fault::Short {
            first.as_ref().unwrap();
        }
        told += usize::from(first.is_err());
        let folder = RunFolder::at(scratch.path().join("run"));
        let found = there(&folder);
        assert!(promised <= found && found <= promised + 1, "{promised} were promised, {found} are there");
        play(scratch.path(), || ()).unwrap();
        assert_eq!(there(&folder), 1 + BATCHES.len() + 2);
    });
    tried.tell();
    assert!(told > tried.points / 10, "{told} of {tried}");
}
