//! Protections that this machine lacks.

use crate::allowance::Need;
use crate::process::Process;
use crate::watchdog::Watchdog;
use crate::{Isolation, Protection, WorkerError};

/// Returns the protections that this machine cannot give, as reported by a worker that is started for this purpose.
///
/// # Errors
/// If the worker cannot be started, or a required protection is missing.
pub fn missing_protections(isolation: &Isolation) -> Result<Vec<Protection>, WorkerError> {
    let watch = Watchdog::start().map_err(WorkerError::Start)?;
    let (_, started) = Process::start(isolation, Need::of_build(), &watch)?;
    Ok(started.missing)
}
