//! How a slot plays its jobs: one by one, or the next ones begun before the last one has its result.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::AtomicBool;

use job::{Finished, Job};
use referee::{HostFailure, Record};

/// How a slot plays a job. Returns `None` when the flag was set before the match was over.
pub type PlayJob = dyn FnMut(&Job, &AtomicBool) -> Result<Option<Record>, HostFailure> + Send;

/// What plays a slot's jobs in the order in which they are begun. What has begun is not taken back.
pub trait Pipeline: Send {
    /// Whether no other job is to be begun before one has ended.
    fn is_full(&self) -> bool;

    /// Whether every job that was begun has ended.
    fn is_empty(&self) -> bool;

    /// Begins a job.
    fn begin(&mut self, job: Job);

    /// Waits until at least one job has ended, and adds the results. Returns `Break` when the flag was set before that; the
    /// jobs that were begun have no results then.
    fn finish(&mut self, finished: &mut Vec<Finished>, stop: &AtomicBool) -> ControlFlow<()>;
}

/// Begins a job when the one before it has ended.
pub(super) struct OneByOne {
    play: Box<PlayJob>,
    job: Option<Job>,
}

impl OneByOne {
    pub(super) fn new(play: Box<PlayJob>) -> OneByOne {
        OneByOne { play, job: None }
    }
}

impl Pipeline for OneByOne {
    fn is_full(&self) -> bool {
        self.job.is_some()
    }

    fn is_empty(&self) -> bool {
        self.job.is_none()
    }

    fn begin(&mut self, job: Job) {
        self.job = Some(job);
    }

    /// A panic counts as a failure of the host.
    fn finish(&mut self, finished: &mut Vec<Finished>, stop: &AtomicBool) -> ControlFlow<()> {
        let Some(job) = self.job.take() else { return ControlFlow::Continue(()) };
        let play = &mut self.play;
        let result = panic::catch_unwind(AssertUnwindSafe(|| play(&job, stop))).unwrap_or_else(|_| {
            Err(HostFailure::new("the program panicked while it played the match", None))
        });
        let Some(result) = result.transpose() else { return ControlFlow::Break(()) };
        finished.push(Finished::here(job.id, result));
        ControlFlow::Continue(())
    }
}
