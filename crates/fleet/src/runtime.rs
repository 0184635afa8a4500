//! Where this crate awaits: on a thread of its own.

use std::thread::{Builder, JoinHandle};

use crate::FleetError;

/// Runs a task to its end on a thread of its own, with what it spawns meanwhile.
pub(crate) fn on_a_thread(
    name: &str,
    task: impl Future<Output = ()> + Send + 'static,
) -> Result<JoinHandle<()>, FleetError> {
    let failed = |error: std::io::Error| FleetError::Thread(error.to_string());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    Builder::new().name(name.to_owned()).spawn(move || runtime.block_on(task)).map_err(failed)
}
