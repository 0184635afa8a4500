//! What this machine can give.

use crate::allowance::Need;
use crate::process::Process;
use crate::watch::Watch;
use crate::{Isolation, Protection, WorkerError};

/// The protections that this machine cannot give, as a worker found that is started for this question.
///
/// # Errors
/// When it cannot be started, or some are missing that are required.
pub fn missing_protections(isolation: &Isolation) -> Result<Vec<Protection>, WorkerError> {
    let watch = Watch::start().map_err(WorkerError::Start)?;
    let (_, started) = Process::start(isolation, Need::of_build(), &watch)?;
    Ok(started.missing)
}
