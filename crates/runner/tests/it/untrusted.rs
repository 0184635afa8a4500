//! Executors with untrusted workers: they are told which results are recorded, and the matches of an exposed worker are
//! named.

use crate::common;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{entered, threads, validator};
use job::{Executor, ExecutorError, ExposedWorker, Finished, Job, JobId};
use ledger::{Ledger, LedgerError, RunFolder};
use play::LocalThreads;
use runner::{Ending, Event};
use tournament::{MatchKey, RunSeed, match_seed};

const TEXT: &str = "[tournament]\nname = \"Untrusted\"\ngame = \"tank-war\"\nseed = 5\n\
    [[entrant]]\nname = \"one\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"two\"\nbot = \"builtin:first\"\n\
    [[stage]]\nformat = \"round-robin\"\ngames = 40\n";

/// Threads that play under the names of two workers, one of which is exposed in the end.
struct Workers<'a> {
    threads: LocalThreads,
    ledger: &'a Path,
    /// Seeds of the jobs that are being played.
    seeds: RefCell<BTreeMap<JobId, [u8; 32]>>,
    /// Seeds of the matches that the worker `liar` has played.
    of_liar: RefCell<Vec<[u8; 32]>>,
    collected: Cell<usize>,
    /// Results that `liar` sent after its exposure, which the runner ignores.
    ignored: RefCell<BTreeSet<JobId>>,
    recorded: RefCell<Vec<JobId>>,
    is_exposed: Cell<bool>,
}

impl Executor for Workers<'_> {
    fn width(&self) -> usize {
        self.threads.width()
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.seeds.borrow_mut().extend(jobs.iter().map(|job| (job.id, *job.seed.bytes())));
        self.threads.submit(jobs)
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        self.threads.take_back()
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let mut finished = self.threads.collect(patience)?;
        for one in &mut finished {
            let number = self.collected.replace(self.collected.get() + 1);
            let name = if number.is_multiple_of(3) { "liar" } else { "honest" };
            if name == "liar" && self.is_exposed.get() {
                self.ignored.borrow_mut().insert(one.id);
            } else if name == "liar" {
                self.of_liar.borrow_mut().push(self.seeds.borrow()[&one.id]);
            }
            one.worker = Some(Arc::from(name));
        }
        Ok(finished)
    }

    fn recorded(&self, jobs: &[JobId]) {
        let ignored = self.ignored.borrow();
        self.recorded.borrow_mut().extend(jobs.iter().filter(|job| !ignored.contains(job)));
        let rows = rows(&RunFolder::at(self.ledger));
        assert!(rows >= self.recorded.borrow().len(), "recorded before it is on the disk");
    }

    fn exposed(&self) -> Vec<ExposedWorker> {
        if self.collected.get() < 30 || self.is_exposed.replace(true) {
            return Vec::new();
        }
        vec![ExposedWorker { worker: Arc::from("liar"), why: "a test".to_owned() }]
    }
}

fn rows(folder: &RunFolder) -> usize {
    let mut rows = 0;
    let ledger = Ledger::open_read_only(folder).unwrap();
    ledger
        .for_each_match(None, |_| {
            rows += 1;
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    rows
}

#[test]
fn what_a_worker_has_played_is_named_when_it_is_exposed() {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("run");
    let folder = RunFolder::at(&path);
    let mut run = runner::begin(&folder, entered(TEXT.to_owned()), validator()).unwrap();
    let executor = Workers {
        threads: threads(2),
        ledger: &path,
        seeds: RefCell::default(),
        of_liar: RefCell::default(),
        collected: Cell::new(0),
        ignored: RefCell::default(),
        recorded: RefCell::default(),
        is_exposed: Cell::new(false),
    };
    let mut exposed = Vec::new();
    let ending = run.play(&executor, &AtomicBool::new(false), &mut |event| {
        if let Event::Exposed { worker, why, matches } = event {
            assert_eq!((&*worker, &*why), ("liar", "a test"));
            // The matches so far, and none of the other worker.
            let seeds = |key: &MatchKey| match_seed(RunSeed::from(5), *key);
            let named: Vec<[u8; 32]> = matches.iter().map(seeds).collect();
            assert_eq!(named, *executor.of_liar.borrow());
            exposed.push(matches.len());
        }
    });
    assert_eq!(ending.unwrap(), Ending::Complete);
    assert!(matches!(exposed[..], [number] if number >= 10), "{exposed:?}");
    assert_eq!(executor.recorded.borrow().len(), 40);
}
