//! The trait for playing jobs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use referee::{HostFailure, Record};
use thiserror::Error;

use crate::{Job, JobId};

/// Plays jobs and returns their results in any order, on threads of this process, in child processes or on other
/// machines.
///
/// The caller that submits a job must hold the modules that it names ([`ReadyModule`](crate::ReadyModule)), from a
/// validator that the executor belongs to. Several schedules may share an executor one after another. A schedule
/// discards results of jobs that are not its own.
pub trait Executor {
    /// Number of jobs played at the same time.
    fn width(&self) -> usize;

    /// Names of the requested protections against untrusted bots that this machine lacks, for the reports of the
    /// results. Empty if none were requested.
    fn missing_protections(&self) -> Vec<String> {
        Vec::new()
    }

    /// Queues jobs. The result of each is collected once, unless the job is taken back. A job marked `alone` is played
    /// while no other match runs on the same machine.
    ///
    /// # Errors
    /// When the executor is lost.
    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError>;

    /// Takes back the jobs that have not begun, as far as the executor knows, and returns their ids. Their results will
    /// not be collected; the results of the other jobs may be.
    ///
    /// # Errors
    /// When the executor is lost.
    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError>;

    /// Waits for results, at most for the given time, and returns them in no particular order. Returns none if the time
    /// runs out first.
    ///
    /// # Errors
    /// When the executor is lost.
    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError>;

    /// Reports that the collected results of these jobs are durable or unwanted. The executor may drop its copies.
    fn recorded(&self, jobs: &[JobId]) {
        let _ = jobs;
    }

    /// Returns the workers found to be untrustworthy since the last call.
    fn exposed(&self) -> Vec<ExposedWorker> {
        Vec::new()
    }
}

/// A worker that sent a wrong record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExposedWorker {
    /// The worker, as [`Finished::worker`] names it.
    pub worker: Arc<str>,
    /// The discrepancy, in words.
    pub why: String,
}

/// A job that has ended.
#[derive(Debug)]
pub struct Finished {
    /// The job's id.
    pub id: JobId,
    /// The match's record; `Err` when the host failed, which voids the match.
    pub result: Result<Record, HostFailure>,
    /// The fleet worker that played it, which may be untrustworthy; `None` for a trusted executor.
    pub worker: Option<Arc<str>>,
}

impl Finished {
    /// The result of a job played by a trusted executor.
    pub const fn here(id: JobId, result: Result<Record, HostFailure>) -> Finished {
        Finished { id, result, worker: None }
    }
}

/// The executor is lost. Jobs whose results were not collected count as not played. The failure of a single job is in
/// its [`Finished`] instead.
#[derive(Debug, Error)]
#[error("the executor is lost: {what}")]
pub struct ExecutorError {
    what: String,
    #[source]
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl ExecutorError {
    /// The loss of an executor, with its cause if known.
    pub fn new(
        what: impl Into<String>,
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
    ) -> ExecutorError {
        ExecutorError { what: what.into(), source }
    }
}

/// Maximum number of tries of a match when the host fails. The last try runs alone.
pub const TRIES: u32 = 3;
/// Maximum time of one wait for results.
const PATIENCE: Duration = Duration::from_secs(1);

/// Plays a few jobs and waits for all of them. Retries a job when the host fails, up to [`TRIES`] tries in all, the
/// last of them alone. Returns the results in the order of the jobs.
///
/// # Errors
/// When the executor is lost.
pub fn play_all(
    executor: &dyn Executor,
    jobs: Vec<Job>,
) -> Result<Vec<Result<Record, HostFailure>>, ExecutorError> {
    play_all_watched(executor, jobs, &|_| {})
}

/// As [`play_all`]; also calls `watch` with the number of finished jobs whenever a job finishes.
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

/// A job waiting for its result.
struct Try {
    index: usize,
    job: Job,
    /// Number of the try, from 1.
    number: u32,
}

impl Try {
    fn again(self) -> Try {
        let number = self.number + 1;
        let job = if number == TRIES { self.job.again_alone() } else { self.job.again() };
        Try { job, number, ..self }
    }
}
