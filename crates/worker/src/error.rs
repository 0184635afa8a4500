//! Errors of a worker.

use std::io;

use explain::{Explain, Kind};
use thiserror::Error;

use crate::Protection;
use crate::frame::FrameError;

/// The reason why a worker did not do its task. It is always the host's failure, and never that of the bot or script.
#[derive(Debug, Error)]
pub enum WorkerError {
    /// Protections are missing on this machine.
    #[error("this machine cannot isolate bots: {}", absences(.0))]
    Unprotected(Vec<Protection>),
    /// The worker cannot be started.
    #[error("cannot start an isolated worker")]
    Start(#[source] io::Error),
    /// The worker has ended, or was killed.
    #[error("an isolated worker was lost: {how}")]
    Lost {
        /// The way in which it ended, and the message that it was sending.
        how: String,
    },
    /// The worker has another engine than the parent.
    #[error("an isolated worker has another engine:\n  the worker's: {worker}\n  this one:     {here}")]
    Engine {
        /// The worker's fingerprint.
        worker: String,
        /// The fingerprint here.
        here: String,
    },
    /// The worker sent a message that no worker sends: it was taken over, or is another program.
    #[error("an isolated worker was stopped: {0}")]
    Breach(String),
    /// The order for the worker is not a valid message.
    #[error("cannot give an isolated worker its task")]
    Order(#[source] FrameError),
    /// The worker could not do its task.
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
        hints.push("use --isolate=best-effort to run with the protections that are available".to_owned());
        hints
    }
}
