//! The reasons why a report cannot be made.

use std::io;
use std::path::{Path, PathBuf};

use ledger::LedgerError;
use referee::transcript::TranscriptError;
use run_folder::RecordError;
use thiserror::Error;
use tournament::MatchKey;

use explain::{Explain, Kind, what_helps};
use replay::ReplayError;

/// A reason why a report cannot be made. The previous report is still in place.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The record cannot be read or used.
    #[error(transparent)]
    Record(#[from] RecordError),
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

impl From<LedgerError> for ReportError {
    fn from(error: LedgerError) -> ReportError {
        ReportError::Record(RecordError::Ledger(error))
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
            ReportError::Record(error) => error.kind(),
            ReportError::File { .. } => Kind::Host,
            ReportError::NotASeasonsSite { .. } => Kind::Conflict,
            ReportError::Replay { .. } => Kind::Damaged,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            ReportError::Record(error) => error.hints(),
            ReportError::File { path, source, .. } => vec![what_helps(path, source)],
            ReportError::NotASeasonsSite { .. } => {
                vec!["give a folder that is new or empty; what is in this one would be lost".to_owned()]
            }
            ReportError::Replay { .. } => Vec::new(),
        }
    }
}
