//! The tokio runtimes of this crate.

use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};

use tokio::runtime::Runtime;

use crate::FleetError;

/// Returns a runtime for one thread. Blocking calls use a few other threads.
fn for_a_thread() -> Result<Runtime, FleetError> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().max_blocking_threads(threads).build().map_err(|error| failed(&error))
}

fn failed(error: &std::io::Error) -> FleetError {
    FleetError::Thread(error.to_string())
}

/// Runs a task on this thread until it ends, with the tasks that it spawns.
///
/// # Panics
/// If this thread already runs a task of a runtime.
pub(crate) fn block_on<T>(task: impl Future<Output = Result<T, FleetError>>) -> Result<T, FleetError> {
    for_a_thread()?.block_on(task)
}

/// Starts a thread that makes a value with `begin`, and then runs it with `run` until that ends. Returns once the value
/// is made.
///
/// # Errors
/// If the value cannot be made.
pub(crate) fn start<T>(
    begin: impl Future<Output = Result<T, FleetError>> + Send + 'static,
    run: impl AsyncFnOnce(T) + Send + 'static,
) -> Result<JoinHandle<()>, FleetError> {
    let (begun, beginning) = mpsc::channel();
    let runtime = for_a_thread()?;
    let task = async move || match begin.await {
        Ok(value) => {
            drop(begun.send(Ok(())));
            run(value).await;
        }
        Err(error) => drop(begun.send(Err(error))),
    };
    let thread = Builder::new()
        .name("fleet".to_owned())
        .spawn(move || runtime.block_on(task()))
        .map_err(|error| failed(&error))?;
    beginning.recv().unwrap_or_else(|_| Err(FleetError::Thread("it panicked".to_owned())))?;
    Ok(thread)
}
