//! The tokio runtime of this crate, on its own threads.

use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};

use crate::FleetError;

/// Runs a task on its own thread until it ends, with the tasks that it spawns. Blocking calls use a few other threads.
pub(crate) fn on_a_thread(
    name: &str,
    task: impl Future<Output = ()> + Send + 'static,
) -> Result<JoinHandle<()>, FleetError> {
    let failed = |error: std::io::Error| FleetError::Thread(error.to_string());
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(threads).build().map_err(failed)?;
    Builder::new().name(name.to_owned()).spawn(move || runtime.block_on(task)).map_err(failed)
}

/// Runs a task on its own thread until it ends, and returns its result.
pub(crate) fn result_of<T: Send + 'static>(
    name: &str,
    task: impl Future<Output = T> + Send + 'static,
) -> Result<T, FleetError> {
    let (sender, result) = mpsc::channel();
    let thread = on_a_thread(name, async move { drop(sender.send(task.await)) })?;
    let result = result.recv().map_err(|_| FleetError::Thread("it panicked".to_owned()));
    drop(thread.join());
    result
}
