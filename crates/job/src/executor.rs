//! What plays jobs.

use std::collections::BTreeMap;
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

    /// The protections from strangers' bots that it was to have and goes without on this machine, by name: whoever reads
    /// the results is told. None where nothing of the kind was asked for.
    fn missing_protections(&self) -> Vec<String> {
        Vec::new()
    }

    /// Queues jobs. The result of each is collected once, unless the job is taken back. A job marked `alone` is played with
    /// no other match on the same machine at the same time.
    ///
    /// # Errors
    /// When the executor is lost.
    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError>;

    /// Takes back the jobs that have not begun, and returns their ids. The results of jobs that have begun may still
    /// be collected.
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
}

/// A job that has ended.
#[derive(Debug)]
pub struct Finished {
    /// Which job.
    pub id: JobId,
    /// The match's record; `Err` when the host failed, which makes the match void.
    pub result: Result<Record, HostFailure>,
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

/// How long to wait for results before asking again.
const PATIENCE: Duration = Duration::from_secs(1);

/// Plays a few jobs once each and waits for them all. Returns the results in the order of the jobs.
///
/// # Errors
/// When the executor is lost.
pub fn play_all(
    executor: &dyn Executor,
    jobs: Vec<Job>,
) -> Result<Vec<Result<Record, HostFailure>>, ExecutorError> {
    let ids: Vec<JobId> = jobs.iter().map(|job| job.id).collect();
    let mut results = BTreeMap::new();
    executor.submit(jobs)?;
    while results.len() < ids.len() {
        let finished = executor.collect(PATIENCE)?.into_iter();
        let own = finished.filter(|finished| ids.contains(&finished.id));
        results.extend(own.map(|Finished { id, result }| (id, result)));
    }
    Ok(ids.iter().filter_map(|id| results.remove(id)).collect())
}
