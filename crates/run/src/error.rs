//! Why what is on record cannot be used.

use ledger::LedgerError;
use thiserror::Error;
use tournament::{FormatError, MatchKey, ResultError, RulingError};

/// What is on record cannot be used.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It cannot be read or written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The ledger's own tournament text cannot be read by this program.
    #[error("the tournament in the ledger cannot be used")]
    Plan(#[from] config::Problems),
    /// It is of a sequential test where a tournament is wanted.
    #[error("the run is a sequential test, not a tournament")]
    SequentialTest,
    /// Too few entrants are left.
    #[error("stage \"{stage}\" cannot be played")]
    Format {
        /// The stage.
        stage: String,
        /// Why not.
        #[source]
        why: FormatError,
    },
    /// The ledger holds a match that the schedule does not know, or twice.
    #[error("the ledger does not fit its own schedule")]
    Schedule(#[source] ResultError),
    /// The ledger holds a match that the schedule never asked for.
    #[error("the ledger holds match {0}, which its schedule never asks for")]
    Unscheduled(MatchKey),
    /// A stage from which others have gone on has something to be played.
    #[error("others have gone on from \"{0}\", which has matches that were not played")]
    GoneOn(String),
    /// A ruling that cannot be.
    #[error("the ruling cannot be made: {0}")]
    Ruling(String),
}

impl From<ResultError> for RecordError {
    fn from(error: ResultError) -> RecordError {
        match error {
            ResultError::Unasked(key) => RecordError::Unscheduled(key),
            error @ ResultError::Repeated(_) => RecordError::Schedule(error),
        }
    }
}

impl From<RulingError> for RecordError {
    fn from(error: RulingError) -> RecordError {
        RecordError::Ruling(error.to_string())
    }
}
