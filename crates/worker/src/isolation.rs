//! Which program a worker is.

use std::path::PathBuf;

use crate::{Strictness, WorkerError};

/// How workers are started.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The program: most often [`std::env::current_exe`]. It must call [`worker_main`](crate::worker_main) first thing.
    pub program: PathBuf,
    /// Arguments before the one that makes it a worker.
    pub arguments: Vec<String>,
    /// Whether it may go on without some protections.
    pub strictness: Strictness,
}

impl Isolation {
    /// This program as the worker.
    ///
    /// # Errors
    /// When the system does not tell where this program is.
    pub fn of_this_program(strictness: Strictness) -> Result<Isolation, WorkerError> {
        let program = std::env::current_exe().map_err(WorkerError::Start)?;
        Ok(Isolation { program, arguments: Vec::new(), strictness })
    }
}
