//! State shared by validator, workbench and executor.

use std::sync::Arc;

use sandbox::Sandbox;

use crate::allowance::Need;
use crate::held_modules::HeldModules;
use crate::process::Process;
use crate::watchdog::Watchdog;
use crate::{Isolation, Protection, WorkerError};

/// State shared by validator and executor.
pub(crate) struct Shared {
    pub(crate) sandbox: Sandbox,
    pub(crate) isolation: Isolation,
    pub(crate) held: Arc<HeldModules>,
    pub(crate) watch: Watchdog,
}

impl Shared {
    /// Returns the same state with a watch of its own, so that its workers can be ended separately.
    pub(crate) fn with_own_watch(&self) -> std::io::Result<Shared> {
        Ok(Shared {
            sandbox: self.sandbox.clone(),
            isolation: self.isolation.clone(),
            held: Arc::clone(&self.held),
            watch: Watchdog::start()?,
        })
    }

    /// Starts a worker that has the engine of this process.
    pub(crate) fn start(&self, need: Need) -> Result<Process, WorkerError> {
        self.start_and_tell(need).map(|(process, _)| process)
    }

    /// Starts a worker that has the engine of this process, and returns the protections that are missing.
    pub(crate) fn start_and_tell(&self, need: Need) -> Result<(Process, Vec<Protection>), WorkerError> {
        let (process, started) = Process::start(&self.isolation, need, &self.watch)?;
        let here = self.sandbox.fingerprint();
        if started.engine != here {
            return Err(WorkerError::Engine { worker: started.engine, here: here.to_owned() });
        }
        Ok((process, started.missing))
    }
}
