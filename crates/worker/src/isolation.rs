//! The program that runs as a worker, and the protections that it lacks on this machine.

use std::path::PathBuf;

use crate::allowance::Need;
use crate::process::Process;
use crate::watchdog::Watchdog;
use crate::{Protection, Strictness, WorkerError};

/// The settings for starting workers.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The program, usually [`std::env::current_exe`]. It must call [`worker_main`](crate::worker_main) first.
    pub program: PathBuf,
    /// Arguments before the one that makes it a worker.
    pub arguments: Vec<String>,
    /// Permission to continue without some protections.
    pub strictness: Strictness,
}

impl Isolation {
    /// Returns this program as the worker.
    ///
    /// # Errors
    /// If the system does not report the path of this program.
    pub fn of_this_program(strictness: Strictness) -> Result<Isolation, WorkerError> {
        let program = std::env::current_exe().map_err(WorkerError::Start)?;
        Ok(Isolation { program, arguments: Vec::new(), strictness })
    }
}

/// Returns the protections that this machine cannot give, as reported by a worker that is started for this purpose.
///
/// # Errors
/// If the worker cannot be started, or a required protection is missing.
pub fn missing_protections(isolation: &Isolation) -> Result<Vec<Protection>, WorkerError> {
    let watch = Watchdog::start().map_err(WorkerError::Start)?;
    let (_, started) = Process::start(isolation, Need::of_build(), &watch)?;
    Ok(started.missing)
}
