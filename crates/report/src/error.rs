//! The reasons why a report cannot be made.

use std::io;
use std::path::{Path, PathBuf};

use ledger::LedgerError;
use referee::transcript::TranscriptError;
use run::RecordError;
use thiserror::Error;
use tournament::{FormatError, MatchKey, ResultError};

use explain::{Explain, Kind, what_helps};
use replay::ReplayError;

/// A reason why a report cannot be made. The previous report is still in place.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The record cannot be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The tournament's text in the record is invalid.
    #[error("invalid tournament in the record:\n{0}")]
    Plan(String),
    /// A stage in the record is invalid.
    #[error("invalid stage \"{stage}\" in the record")]
    Stage {
        /// The stage's name.
        stage: String,
        /// The format's error.
        #[source]
        source: FormatError,
    },
    /// A match in the record that is not in the schedule.
    #[error("match {0} is in the record but not in the schedule")]
    Unscheduled(MatchKey),
    /// A result that the schedule refuses.
    #[error("the record does not fit the schedule")]
    Result(#[source] ResultError),
    /// The record is not of a tournament, or cannot be reported.
    #[error(transparent)]
    Record(RecordError),
    /// A match names an entrant who was not entered.
    #[error("match {key} names entrant {entrant}, who was not entered")]
    Stranger {
        /// The match.
        key: MatchKey,
        /// The entrant's number, from 1.
        entrant: u32,
    },
    /// The actions of a match cannot be replayed.
    #[error("match {key} cannot be replayed")]
    Replay {
        /// The match.
        key: MatchKey,
        /// The error, with its ply.
        #[source]
        source: ReplayError,
    },
    /// The target folder of a season's site holds something else.
    #[error("{} is not the site of a season", game::visible_path(path))]
    NotASeasonsSite {
        /// The folder.
        path: PathBuf,
    },
    /// A file or folder cannot be written.
    #[error("cannot {action} {}", game::visible_path(path))]
    File {
        /// The action that failed, as in `cannot write …`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        #[source]
        source: io::Error,
    },
}

impl From<RecordError> for ReportError {
    fn from(error: RecordError) -> ReportError {
        match error {
            RecordError::Ledger(error) => ReportError::Ledger(error),
            RecordError::Plan(problems) => ReportError::Plan(problems.to_string()),
            RecordError::Format { stage, why } => ReportError::Stage { stage, source: why },
            RecordError::Unscheduled(key) => ReportError::Unscheduled(key),
            RecordError::Schedule(error) => ReportError::Result(error),
            error => ReportError::Record(error),
        }
    }
}

impl ReportError {
    /// Wraps an I/O error with the action and the file.
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> ReportError {
        let path = path.to_owned();
        move |source| ReportError::File { action, path, source }
    }

    /// Wraps an error from reading the actions of a match in the record.
    pub(crate) fn damaged_match(key: MatchKey) -> impl FnOnce(TranscriptError) -> ReportError {
        move |error| LedgerError::Damaged { what: format!("match {key}: {error}") }.into()
    }
}

impl Explain for ReportError {
    fn kind(&self) -> Kind {
        match self {
            ReportError::Ledger(error) => error.kind(),
            ReportError::Record(error) => error.kind(),
            ReportError::File { .. } => Kind::Host,
            ReportError::Plan(_) => Kind::Input,
            ReportError::NotASeasonsSite { .. } => Kind::Conflict,
            ReportError::Stage { .. }
            | ReportError::Unscheduled(_)
            | ReportError::Result(_)
            | ReportError::Stranger { .. }
            | ReportError::Replay { .. } => Kind::Damaged,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            ReportError::Ledger(error) => error.hints(),
            ReportError::Record(error) => error.hints(),
            ReportError::File { path, source, .. } => vec![what_helps(path, source)],
            ReportError::NotASeasonsSite { .. } => {
                vec!["give a folder that is new or empty; what is in this one would be lost".to_owned()]
            }
            ReportError::Plan(_)
            | ReportError::Stage { .. }
            | ReportError::Unscheduled(_)
            | ReportError::Result(_)
            | ReportError::Stranger { .. }
            | ReportError::Replay { .. } => Vec::new(),
        }
    }
}
