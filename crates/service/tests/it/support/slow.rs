//! A slow executor.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use job::{Executor, ExecutorError, Finished, Job, JobId};
use play::LocalThreads;

/// Minimum time per match.
const MATCH: Duration = Duration::from_millis(20);

/// Plays matches slowly and one at a time, so that a run takes long enough to watch.
pub(crate) struct Slow {
    threads: LocalThreads,
    /// Jobs that have not begun.
    waiting: Mutex<VecDeque<Job>>,
}

impl Slow {
    pub(crate) fn new(threads: LocalThreads) -> Slow {
        Slow { threads, waiting: Mutex::default() }
    }
}

impl Executor for Slow {
    fn width(&self) -> usize {
        1
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).extend(jobs);
        Ok(())
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        let waiting = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(waiting.into_iter().map(|job| job.id).collect())
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let next = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        if let Some(job) = next {
            std::thread::sleep(MATCH);
            self.threads.submit(vec![job])?;
        }
        self.threads.collect(patience)
    }
}
