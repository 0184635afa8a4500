//! A stage with so many matches that they are not played in schedule order.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{GAMES, entered, threads, validator};
use ledger::{Ledger, LedgerError, MatchRow, RunFolder};
use runner::{Ending, Event, RunCheck};

const ENTRANTS: usize = 40;
const MATCHES: usize = ENTRANTS * (ENTRANTS - 1) * 2;

/// Plays the stage on `jobs` slots, with at least `first` matches in the first session: all of them may be over before
/// it is told to stop. Returns the number of rounds that were begun in the first session, and the rows.
fn played(folder: &Path, jobs: usize, first: usize) -> (u32, Vec<MatchRow>) {
    let mut text = String::from("[tournament]\nname = \"Large\"\ngame = \"tank-war\"\nseed = 4\n");
    for number in 1..=ENTRANTS {
        text.push_str(&format!("[[entrant]]\nname = \"dice {number}\"\nbot = \"builtin:random\"\n"));
    }
    text.push_str("[[stage]]\nformat = \"round-robin\"\ngames = 4\n");
    let folder = RunFolder::at(folder);
    let mut run = runner::begin(&folder, entered(text), validator()).unwrap();
    let stop = AtomicBool::new(false);
    let (mut seen, mut rounds) = (0, 0);
    let ending = run.play(&threads(jobs), &stop, &mut |event| {
        if let Event::Played { key, .. } = event {
            seen += 1;
            rounds = rounds.max(key.round() + 1);
            stop.store(seen >= first, Ordering::Relaxed);
        }
    });
    assert!(matches!(ending.unwrap(), Ending::Interrupted | Ending::Complete));
    drop(run);
    let mut run = runner::resume(&folder, GAMES, validator()).unwrap();
    assert_eq!(run.play(&threads(jobs), &AtomicBool::new(false), &mut |_| {}).unwrap(), Ending::Complete);
    drop(run);
    let seen = RunCheck::open(&folder, GAMES, validator()).unwrap().verify(&threads(2), &mut |_| {}).unwrap();
    assert_eq!((seen.matches, seen.differences), (MATCHES as u64, Vec::new()));
    let mut rows = Vec::new();
    let ledger = Ledger::open_read_only(&folder).unwrap();
    ledger
        .for_each_match(None, |stored| {
            rows.push(stored.row);
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    (rounds, rows)
}

#[test]
fn it_comes_out_the_same_whatever_is_played_first() {
    let temp = tempfile::tempdir().unwrap();
    let (rounds, one) = played(&temp.path().join("one"), 1, 30);
    assert_eq!(one.len(), MATCHES);
    // The matches of an entrant were together, so more rounds were begun than thirty matches in schedule order reach.
    assert!(rounds > 5, "{rounds} rounds");
    for (jobs, first) in [(3, 500), (16, 1500)] {
        let (_, other) = played(&temp.path().join(jobs.to_string()), jobs, first);
        assert!(other == one, "{jobs} slots, interrupted after {first} matches");
    }
}
