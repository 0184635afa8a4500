//! Workers that play jobs: the executor of isolated processes.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use job::{Executor, ExecutorError, Finished, Job, JobId};
use play::{LocalThreads, Pipeline};

use crate::Protection;
use crate::pipeline::Jobs;
use crate::shared::Shared;
use crate::validator::IsolatedValidator;

/// Slots, each a thread with a worker of its own that plays its jobs. They play modules that the validator has
/// admitted, for as long as those are held. A lost worker is replaced for the next job.
pub struct Workers {
    shared: Arc<Shared>,
    missing: Vec<Protection>,
    threads: Option<LocalThreads>,
}

impl Workers {
    /// Starts the given number of slots, at least one. A worker is started with its slot's first job.
    ///
    /// # Errors
    /// If the operating system refuses a thread.
    pub fn start(slots: usize, validator: &IsolatedValidator) -> io::Result<Workers> {
        let shared = Arc::new(validator.shared.with_own_watch()?);
        let threads = LocalThreads::pipelined(slots, &|| -> Box<dyn Pipeline> {
            Box::new(Jobs::new(Arc::clone(&shared)))
        })?;
        Ok(Workers { shared, missing: validator.missing().to_vec(), threads: Some(threads) })
    }

    fn threads(&self) -> Result<&LocalThreads, ExecutorError> {
        self.threads.as_ref().ok_or_else(|| ExecutorError::new("it was stopped", None))
    }
}

impl Executor for Workers {
    fn width(&self) -> usize {
        self.threads.as_ref().map_or(1, Executor::width)
    }

    fn missing_protections(&self) -> Vec<String> {
        self.missing.iter().map(Protection::to_string).collect()
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.threads()?.submit(jobs)
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        self.threads()?.take_back()
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        self.threads()?.collect(patience)
    }
}

impl Drop for Workers {
    /// Ends the workers, so that no slot waits for one, and then the slots.
    fn drop(&mut self) {
        self.shared.watch.end_all();
        self.threads = None;
    }
}
