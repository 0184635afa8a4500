//! Helpers for tests that play a run in several sessions.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use game::Game;
use job::{Executor, ExecutorError, Finished, Job, JobId};
use ledger::{Ledger, RunFolder};
use play::{LocalThreads, LocalValidator};
use runner::{Candidate, Ending, EnteredTournament, Event, Run, RunCheck};
use sandbox::{Sandbox, SandboxOptions};
use tournament::MatchKey;

/// The games that these tests play.
pub(crate) static GAMES: &[&dyn Game] = &[&tank_war::GAME, &tank_chess::GAME];

/// The validator of all tests, so that [`threads`] can play any module that it has admitted. It keeps compiled code in
/// the build's own folder.
pub(crate) fn validator() -> &'static LocalValidator {
    static VALIDATOR: LazyLock<LocalValidator> = LazyLock::new(|| {
        let cache = Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
        LocalValidator::new(Sandbox::new(&SandboxOptions { cache, ..SandboxOptions::default() }).unwrap())
    });
    &VALIDATOR
}

pub(crate) fn threads(slots: usize) -> LocalThreads {
    LocalThreads::start(slots, validator(), games::GAMES).unwrap()
}

/// Creates an entry from a tournament's text, which names only built-in players.
pub(crate) fn entered(text: String) -> EnteredTournament {
    let plan = config::parse("test.toml", &text, GAMES).unwrap();
    let candidates =
        plan.entrants.iter().map(|entrant| Candidate { plan: entrant.clone(), module: None }).collect();
    EnteredTournament { plan, text, name: "test.toml".to_owned(), candidates }
}

/// Plays until `most` matches have been reported, or to the end.
pub(crate) fn play(run: &mut Run, most: usize) -> Ending {
    let stop = AtomicBool::new(false);
    let mut played = 0;
    let mut follow = |event: Event| {
        played += usize::from(matches!(event, Event::Played { .. }));
        stop.store(played >= most, Ordering::Relaxed);
    };
    if most == usize::MAX {
        run.play(&threads(1), &stop, &mut follow).unwrap()
    } else {
        run.play(&OneByOne::new(threads(1)), &stop, &mut follow).unwrap()
    }
}

/// Threads whose results are collected one by one, so that a run that is stopped after some of them has no more, no
/// matter how far the threads are.
struct OneByOne {
    threads: LocalThreads,
    finished: Mutex<VecDeque<Finished>>,
}

impl OneByOne {
    fn new(threads: LocalThreads) -> OneByOne {
        OneByOne { threads, finished: Mutex::default() }
    }
}

impl Executor for OneByOne {
    fn width(&self) -> usize {
        self.threads.width()
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.threads.submit(jobs)
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        self.threads.take_back()
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let mut finished = self.finished.lock().unwrap();
        if finished.is_empty() {
            finished.extend(self.threads.collect(patience)?);
        }
        Ok(finished.pop_front().into_iter().collect())
    }
}

/// Resumes the run, plays it to its end, and verifies it.
pub(crate) fn finish(folder: &RunFolder) -> Vec<MatchKey> {
    let mut run = runner::resume(folder, GAMES, validator()).unwrap();
    assert_eq!(play(&mut run, usize::MAX), Ending::Complete);
    drop(run);
    let seen = RunCheck::open(folder, GAMES, validator()).unwrap().verify(&threads(2), &mut |_| {}).unwrap();
    assert_eq!(seen.differences, Vec::<String>::new());
    keys(folder)
}

pub(crate) fn keys(folder: &RunFolder) -> Vec<MatchKey> {
    let mut keys = Vec::new();
    let ledger = Ledger::open_read_only(folder).unwrap();
    ledger
        .for_each_match(None, |stored| {
            keys.push(stored.row.key);
            Ok::<(), ledger::LedgerError>(())
        })
        .unwrap();
    keys
}
