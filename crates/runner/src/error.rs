//! Why a run cannot begin or be resumed.

use ledger::LedgerError;
use run::RecordError;
use sandbox::HostError;
use thiserror::Error;
use tournament::{FormatError, ResultError};

use crate::executor::ExecutorError;

/// Why a run cannot begin or be resumed. Nothing that was committed is lost.
#[derive(Debug, Error)]
pub enum RunError {
    /// The record cannot be read or written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The sandbox cannot be set up on this host.
    #[error("cannot set up the sandbox")]
    Sandbox(#[from] HostError),
    /// The operating system refused to start a thread.
    #[error("cannot start a thread")]
    Threads(#[from] std::io::Error),
    /// What plays the matches is lost. Those that it had not returned are played when the run is resumed.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    /// The folder contains a different run.
    #[error("the run in this folder is of a different {what}:\n{difference}")]
    Different {
        /// What differs: `tournament`, `engine`, `bot of "Alpha"`.
        what: String,
        /// How.
        difference: String,
    },
    /// The ledger's own tournament text cannot be read by this program.
    #[error("the tournament in the ledger cannot be used")]
    Plan(#[from] config::Problems),
    /// Too few entrants are left.
    #[error("stage \"{stage}\" cannot be played")]
    Format {
        /// The stage.
        stage: String,
        /// Why not.
        #[source]
        why: FormatError,
        /// Who was refused at the door, with the reasons, where that is why.
        refused: Vec<String>,
    },
    /// A bot was refused, and the plan says to stop then.
    #[error("the bot of \"{entrant}\" is refused:\n{}", .reasons.join("\n"))]
    Refused {
        /// Who.
        entrant: String,
        /// Why.
        reasons: Vec<String>,
    },
    /// What is on record does not fit its schedule.
    #[error(transparent)]
    Record(RecordError),
    /// A changed tournament that a run cannot take over.
    #[error("the change cannot be adopted: {0}")]
    Adoption(String),
    /// The operating system has no randomness for a seed.
    #[error("cannot draw a random seed: {0}")]
    NoSeed(String),
}

impl From<RecordError> for RunError {
    fn from(error: RecordError) -> RunError {
        match error {
            RecordError::Ledger(error) => RunError::Ledger(error),
            RecordError::Plan(problems) => RunError::Plan(problems),
            RecordError::Format { stage, why } => RunError::Format { stage, why, refused: Vec::new() },
            error => RunError::Record(error),
        }
    }
}

impl From<ResultError> for RunError {
    fn from(error: ResultError) -> RunError {
        RecordError::from(error).into()
    }
}
