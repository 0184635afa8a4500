//! What can go wrong with a worker.

use std::io;

use explain::{Explain, Kind};
use thiserror::Error;

use crate::Protection;
use crate::frame::FrameError;

/// Why a worker did not do its task. Always the host's failure, and never that of what it played or built.
#[derive(Debug, Error)]
pub enum WorkerError {
    /// Protections are missing on this machine.
    #[error("this machine cannot isolate: {}", absences(.0))]
    Unprotected(Vec<Protection>),
    /// It cannot be started.
    #[error("an isolated worker cannot be started")]
    Start(#[source] io::Error),
    /// It has ended, or was ended.
    #[error("an isolated worker was lost: {how}")]
    Lost {
        /// How it ended, and what it was sending.
        how: String,
    },
    /// It has another engine than the parent.
    #[error("an isolated worker has another engine:\n  the worker's: {worker}\n  this one:     {here}")]
    Engine {
        /// The worker's fingerprint.
        worker: String,
        /// The fingerprint here.
        here: String,
    },
    /// It sent what no worker sends: it was taken over, or is another program.
    #[error("an isolated worker was ended: {0}")]
    Breach(String),
    /// What was to be sent to it is not a valid message.
    #[error("an isolated worker cannot be given its task")]
    Order(#[source] FrameError),
    /// It could not do its task.
    #[error("an isolated worker failed: {0}")]
    Failed(String),
}

fn absences(missing: &[Protection]) -> String {
    missing.iter().map(|protection| protection.absence()).collect::<Vec<_>>().join("; ")
}

impl Explain for WorkerError {
    fn kind(&self) -> Kind {
        Kind::Host
    }

    fn hints(&self) -> Vec<String> {
        let WorkerError::Unprotected(missing) = self else { return Vec::new() };
        let mut hints: Vec<String> =
            missing.iter().map(|protection| protection.advice().to_owned()).collect();
        hints.push("--isolate=best-effort takes the protections that there are".to_owned());
        hints
    }
}
