//! What plays match jobs: threads of this process, later other processes and machines.

use std::time::Duration;

use referee::{HostFailure, Record};
use thiserror::Error;
use tournament::MatchKey;

use crate::match_job::MatchJob;

/// Plays match jobs and returns their results in whatever order they come. The dispatcher is the only caller.
///
/// A job that says so is played alone: no other match is played on the same machine for its length.
pub trait Executor {
    /// How many jobs it plays at one time.
    fn width(&self) -> usize;

    /// Takes jobs. Each is collected once, unless it is taken back.
    ///
    /// # Errors
    /// When the executor is lost.
    fn submit(&self, jobs: Vec<MatchJob>) -> Result<(), ExecutorError>;

    /// Takes back the jobs that have not begun, and returns their keys. Those that have begun may still be collected.
    ///
    /// # Errors
    /// When the executor is lost.
    fn take_back(&self) -> Result<Vec<MatchKey>, ExecutorError>;

    /// Waits for results, at most for the given time. Returns them in the order in which they came, which means
    /// nothing; none when the time passed first.
    ///
    /// # Errors
    /// When the executor is lost.
    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError>;
}

/// What came of a job.
pub struct Finished {
    /// Which.
    pub key: MatchKey,
    /// Its record; `Err` when the host failed at this match, which is void.
    pub result: Result<Record, HostFailure>,
}

/// An executor is lost: jobs that were not collected are not played. (What fails at one job is in its [`Finished`].)
#[derive(Debug, Error)]
#[error("the executor is lost: {what}")]
pub struct ExecutorError {
    what: String,
    #[source]
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl ExecutorError {
    /// A loss with its cause.
    pub fn new(
        what: impl Into<String>,
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
    ) -> ExecutorError {
        ExecutorError { what: what.into(), source }
    }
}
