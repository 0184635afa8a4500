//! What plays match jobs, such as the threads of this process.

use std::time::Duration;

use referee::{HostFailure, Record};
use thiserror::Error;
use tournament::MatchKey;

use crate::match_job::MatchJob;

/// Plays match jobs and returns their results in any order. The dispatcher is the only caller.
///
/// A job marked `alone` is played with no other match on the same machine at the same time.
pub trait Executor {
    /// The number of jobs that it plays at one time.
    fn width(&self) -> usize;

    /// Queues jobs. The result of each is collected once, unless the job is taken back.
    ///
    /// # Errors
    /// When the executor is lost.
    fn submit(&self, jobs: Vec<MatchJob>) -> Result<(), ExecutorError>;

    /// Takes back the jobs that have not begun, and returns their keys. The results of jobs that have begun may still
    /// be collected.
    ///
    /// # Errors
    /// When the executor is lost.
    fn take_back(&self) -> Result<Vec<MatchKey>, ExecutorError>;

    /// Waits for results, at most for the given time. Returns them in no particular order, and none if the time has
    /// passed first.
    ///
    /// # Errors
    /// When the executor is lost.
    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError>;
}

/// A finished job.
pub struct Finished {
    /// The key of the job.
    pub key: MatchKey,
    /// Whether the job was to be played alone. Together with the key, it tells the playings of a match apart.
    pub alone: bool,
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
