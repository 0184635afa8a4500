//! A validator that admits every module, and an executor without rules: a record identifies the place where it was
//! made, and its job.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use fleet::{Checks, CoordinatorOptions, WorkerOptions};
use game::{Outcome, PerSeat};
use hash::Hash;
use job::{
    Executor, ExecutorError, Finished, Job, JobId, NotAdmitted, NotBuilt, Plays, ReadyModule, Script,
    ScriptBuild, SeatJob, SizeClass, Sizes, Terms, Validator, ValidatorError,
};
use referee::{Builtin, Closing, HostFailure, Limits, MatchSeed, Reason, Record, Ticks, Verdict};

/// The place where a match was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Home = 1,
    Worker = 2,
    Liar = 3,
    /// The executor fails.
    Nowhere = 4,
}

pub(crate) fn builtin() -> Plays {
    Plays::Builtin(Builtin::ALL[0])
}

/// Bytes for a module.
pub(crate) fn module(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at % 251) as u8).collect()
}

pub(crate) fn job(engine: &str, seed: u64, plays: &Plays) -> Job {
    let terms = Terms {
        engine: engine.to_owned(),
        game: "no".to_owned(),
        rules: String::new(),
        limits: Limits::default(),
    };
    let seat = Arc::new(SeatJob { plays: plays.clone(), settings: String::new() });
    Job {
        id: JobId::fresh(),
        terms: Arc::new(terms),
        start: None,
        seed: MatchSeed::from_number(seed),
        luck: None,
        seats: PerSeat::new(Arc::clone(&seat), seat),
        alone: false,
    }
}

/// The record of a job that was played in this place.
pub(crate) fn played_by(job: &Job, place: Place) -> Record {
    let first = u64::from(job.seed.bytes()[0]) << 8 | u64::from(job.seed.bytes()[1]);
    let closing = Closing { memory_peak: first << 4 | place as u64, ..Closing::default() };
    Record {
        verdict: Verdict { outcome: Outcome::Draw, reason: Reason::PlyLimit },
        played: Vec::new(),
        plies: 0,
        metrics: PerSeat::new(Vec::new(), Vec::new()),
        spent: PerSeat::new(Ticks::ZERO, Ticks::ZERO),
        losses: PerSeat::new(None, None),
        closings: PerSeat::new(closing, Closing::default()),
    }
}

pub(crate) struct StubValidator;

impl Validator for StubValidator {
    fn engine(&self) -> &'static str {
        "stub"
    }

    fn advice_on_engine(&self, _recorded: &str, _here: &str) -> String {
        String::new()
    }

    fn validate(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<ReadyModule, NotAdmitted>, ValidatorError> {
        Ok(Ok(ReadyModule::new(Hash::digest(module), size, Sizes::default(), Arc::new(()))))
    }

    fn build(&self, _script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, ValidatorError> {
        Err(ValidatorError::new("it builds nothing"))
    }

    fn language(&self, _file: &str) -> Option<&'static str> {
        None
    }

    fn check_text(&self, _file: &str, _bytes: &[u8]) -> Result<(), NotBuilt> {
        Ok(())
    }
}

/// Plays a job when its result is collected.
pub(crate) struct StubExecutor {
    place: Place,
    /// Time that four matches take together.
    time: Duration,
    jobs: RefCell<Vec<Job>>,
}

impl StubExecutor {
    pub(crate) fn at(place: Place) -> StubExecutor {
        StubExecutor::taking(Duration::ZERO, place)
    }

    /// Creates an executor that needs this time for four matches together.
    pub(crate) fn taking(time: Duration, place: Place) -> StubExecutor {
        StubExecutor { place, time, jobs: RefCell::default() }
    }
}

impl Executor for StubExecutor {
    fn width(&self) -> usize {
        4
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.jobs.borrow_mut().extend(jobs);
        Ok(())
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        Ok(self.jobs.borrow_mut().drain(..).map(|job| job.id).collect())
    }

    fn collect(&self, _patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let played = |job: &Job| match self.place {
            Place::Nowhere => Finished::here(job.id, Err(HostFailure::new("a test", None))),
            place => Finished::here(job.id, Ok(played_by(job, place))),
        };
        let mut jobs = self.jobs.borrow_mut();
        let most = if self.time.is_zero() { jobs.len() } else { jobs.len().min(4) };
        if most > 0 {
            thread::sleep(self.time);
        }
        Ok(jobs.drain(..most).map(|job| played(&job)).collect())
    }
}

/// Options of a worker with this number of slots and these engines.
pub(crate) fn options(slots: usize, engines: Vec<String>) -> WorkerOptions {
    WorkerOptions {
        patience: Duration::ZERO,
        host: "here".to_owned(),
        slots,
        memory: None,
        engines,
        references: Vec::new(),
        quit_idle: None,
        until: None,
    }
}

/// Options of a coordinator that trusts all workers, and has matches of any length played by them.
pub(crate) fn unchecked() -> CoordinatorOptions {
    CoordinatorOptions {
        weight: 1,
        slots: None,
        checks: Checks::NONE,
        patience: Duration::ZERO,
        shortest: Duration::ZERO,
        games: &[],
        known_workers: None,
    }
}
