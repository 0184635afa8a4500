//! What plays jobs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use referee::{HostFailure, Record};
use thiserror::Error;

use crate::{Job, JobId};

/// Plays jobs and returns their results in any order: the threads of this process, processes of their own, other machines.
///
/// Whoever submits a job holds the modules that it names ([`ReadyModule`](crate::ReadyModule)), of a validator that the
/// executor belongs to. Several schedules may share an executor one after another: results that are of no job of the one
/// that collects them are nobody's any more.
pub trait Executor {
    /// The number of jobs that it plays at one time.
    fn width(&self) -> usize;

    /// The protections from strangers' bots that were asked for and are missing on this machine, by name; reports of the
    /// results list them. Empty where none were asked for.
    fn missing_protections(&self) -> Vec<String> {
        Vec::new()
    }

    /// Queues jobs. The result of each is collected once, unless the job is taken back. A job marked `alone` is played with
    /// no other match on the same machine at the same time.
    ///
    /// # Errors
    /// When the executor is lost.
    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError>;

    /// Takes back the jobs that have not begun, as far as that is known, and returns their ids. Those are not collected any more;
    /// the results of others may be.
    ///
    /// # Errors
    /// When the executor is lost.
    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError>;

    /// Waits for results, at most for the given time. Returns them in no particular order, and none if the time has
    /// passed first.
    ///
    /// # Errors
    /// When the executor is lost.
    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError>;

    /// Notes that the results of these jobs, which were collected, are durable, or are not wanted: whoever keeps a copy of
    /// them may forget it.
    fn recorded(&self, jobs: &[JobId]) {
        let _ = jobs;
    }

    /// Returns what has become known of workers whose results cannot be trusted, once.
    fn exposed(&self) -> Vec<ExposedWorker> {
        Vec::new()
    }
}

/// A worker that has sent a wrong record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExposedWorker {
    /// The worker, as [`Finished::worker`] names it.
    pub worker: Arc<str>,
    /// What was wrong, in words.
    pub why: String,
}

/// A job that has ended.
#[derive(Debug)]
pub struct Finished {
    /// Which job.
    pub id: JobId,
    /// The match's record; `Err` when the host failed, which makes the match void.
    pub result: Result<Record, HostFailure>,
    /// Who played it, where that may not be trusted: a worker of a fleet.
    pub worker: Option<Arc<str>>,
}

impl Finished {
    /// A job that was played by a trusted executor.
    pub const fn here(id: JobId, result: Result<Record, HostFailure>) -> Finished {
        Finished { id, result, worker: None }
    }
}

/// The executor is lost: jobs whose results were not collected count as not played. A failure at a single job is in
/// its [`Finished`] instead.
#[derive(Debug, Error)]
#[error("the executor is lost: {what}")]
pub struct ExecutorError {
    what: String,
    #[source]
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl ExecutorError {
    /// The loss of an executor, with its cause if that is known.
    pub fn new(
        what: impl Into<String>,
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
    ) -> ExecutorError {
        ExecutorError { what: what.into(), source }
    }
}

/// How many times a match is tried when the host fails at it; the last time with no other beside it.
pub const TRIES: u32 = 3;
/// How long to wait for results before asking again.
const PATIENCE: Duration = Duration::from_secs(1);

/// Plays a few jobs and waits for them all. Where the host fails at one, it is played again, [`TRIES`] times in all and the
/// last time alone. Returns the results in the order of the jobs.
///
/// # Errors
/// When the executor is lost.
pub fn play_all(
    executor: &dyn Executor,
    jobs: Vec<Job>,
) -> Result<Vec<Result<Record, HostFailure>>, ExecutorError> {
    play_all_watched(executor, jobs, &|_| {})
}

/// The same, which calls `watch` with the number of jobs that are done, whenever one is.
///
/// # Errors
/// When the executor is lost.
pub fn play_all_watched(
    executor: &dyn Executor,
    jobs: Vec<Job>,
    watch: &dyn Fn(usize),
) -> Result<Vec<Result<Record, HostFailure>>, ExecutorError> {
    let count = jobs.len();
    let mut results = BTreeMap::new();
    let mut out: BTreeMap<JobId, Try> = BTreeMap::new();
    let mut next: Vec<Try> =
        jobs.into_iter().enumerate().map(|(index, job)| Try { index, job, number: 1 }).collect();
    while results.len() < count {
        if !next.is_empty() {
            executor.submit(next.iter().map(|one| one.job.clone()).collect())?;
            out.extend(next.drain(..).map(|one| (one.job.id, one)));
        }
        for Finished { id, result, .. } in executor.collect(PATIENCE)? {
            executor.recorded(&[id]);
            let Some(tried) = out.remove(&id) else { continue };
            match result {
                Err(_) if tried.number < TRIES => next.push(tried.again()),
                result => {
                    results.insert(tried.index, result);
                    watch(results.len());
                }
            }
        }
    }
    Ok(results.into_values().collect())
}

/// A job that waits for its result.
struct Try {
    index: usize,
    job: Job,
    /// Which try it is, from 1.
    number: u32,
}

impl Try {
    fn again(self) -> Try {
        let number = self.number + 1;
        let job = if number == TRIES { self.job.again_alone() } else { self.job.again() };
        Try { job, number, ..self }
    }
}
