//! Reasons why a record cannot be used.

use explain::{Explain, Kind};
use ledger::LedgerError;
use thiserror::Error;
use tournament::{FormatError, MatchKey, ResultError, RulingError};

/// Reasons why a record cannot be used.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The record cannot be read or written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The ledger's own tournament text cannot be read by this program.
    #[error("the tournament in the ledger cannot be used")]
    Plan(#[from] config::Problems),
    /// The game is unknown, or its rules cannot be opened.
    #[error("the game {game} cannot be opened: {why}")]
    Game {
        /// The key of the game.
        game: String,
        /// The reason.
        why: String,
    },
    /// The tournament's text is read with defaults of an edition that this program does not know.
    #[error(
        "the run has edition {number} of the defaults, which this version does not know: {}",
        if *number == 1 { "muster 0.3.0 reads it" } else { "a newer version began it" }
    )]
    Defaults {
        /// The number of the edition.
        number: u32,
    },
    /// The record is of a sequential test, but a tournament is needed.
    #[error("the run is a sequential test, not a tournament")]
    SequentialTest,
    /// The record is of a tournament, but a sequential test is needed.
    #[error("the run is a tournament, not a sequential test")]
    Tournament,
    /// Too few entrants are left for a stage.
    #[error("stage \"{stage}\" cannot be played")]
    Format {
        /// The stage's name.
        stage: String,
        /// The reason.
        #[source]
        why: FormatError,
    },
    /// The ledger contains a match that is not in the schedule, or the same match twice.
    #[error("the ledger does not match its own schedule")]
    Schedule(#[source] ResultError),
    /// The ledger contains a match that is not in the schedule.
    #[error("the ledger contains match {0}, which is not in its schedule")]
    Unscheduled(MatchKey),
    /// A match names an entrant who was not entered.
    #[error("match {key} names entrant {entrant}, who was not entered")]
    Stranger {
        /// The match.
        key: MatchKey,
        /// The entrant's number, from 1.
        entrant: u32,
    },
    /// A stage from which entrants have advanced has unplayed matches.
    #[error("entrants have advanced from \"{0}\", which has unplayed matches")]
    GoneOn(String),
    /// There is no ruling with this number, from 1.
    #[error("there is no ruling {0}")]
    NoRuling(usize),
    /// A changed tournament affects matches already played.
    #[error("the change cannot be adopted: {0}")]
    Adoption(String),
    /// The ruling cannot be made.
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

impl Explain for RecordError {
    fn kind(&self) -> Kind {
        match self {
            RecordError::Ledger(error) => error.kind(),
            RecordError::Schedule(_)
            | RecordError::Unscheduled(_)
            | RecordError::Stranger { .. }
            | RecordError::GoneOn(_) => Kind::Damaged,
            RecordError::NoRuling(_) => Kind::NotFound,
            RecordError::Plan(_)
            | RecordError::Game { .. }
            | RecordError::Defaults { .. }
            | RecordError::SequentialTest
            | RecordError::Tournament
            | RecordError::Format { .. }
            | RecordError::Adoption(_)
            | RecordError::Ruling(_) => Kind::Input,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            RecordError::Ledger(error) => error.hints(),
            _ => Vec::new(),
        }
    }
}
