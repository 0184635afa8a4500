//! Errors of reading or writing a class's folder.

use std::path::PathBuf;

use explain::{Explain, Kind};
use game::visible_path;
use ledger::{LedgerError, SqliteError};
use rusqlite::ErrorCode;
use thiserror::Error;

/// An error of reading or writing a class's folder.
#[derive(Debug, Error)]
pub enum ClassError {
    /// The folder contains no class.
    #[error("{} contains no class: private/class.sqlite does not exist", visible_path(path))]
    NoClass {
        /// The folder.
        path: PathBuf,
    },
    /// The folder already contains a class.
    #[error("{} already contains a class", visible_path(path))]
    HoldsClass {
        /// The folder.
        path: PathBuf,
    },
    /// A file or folder cannot be used.
    #[error("cannot {action} {}", visible_path(path))]
    File {
        /// The attempted operation.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The underlying error.
        #[source]
        source: std::io::Error,
    },
    /// A submitted file is missing, or its bytes are different.
    #[error("{} is missing or differs from the submitted file", visible_path(path))]
    NotTheFile {
        /// The file.
        path: PathBuf,
    },
    /// The folder is not empty.
    #[error("{} is not an empty folder", visible_path(path))]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A file is not a backup of a class, or is damaged.
    #[error("{} is not a complete backup of a class: {why}", visible_path(path))]
    NoBackup {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The record was written by another version of this program.
    #[error("the class's record has schema version {found}, and this program reads version {known}{}", readers(*found))]
    UnknownSchema {
        /// The schema version of the file.
        found: i64,
        /// The version that this program reads.
        known: i64,
    },
    /// The record differs from its hashes or its schema.
    #[error("the class's record is damaged: {what}")]
    Damaged {
        /// The entry, and the damage.
        what: String,
    },
    /// Another program kept the record locked for too long.
    #[error("cannot {doing}: another program is using the class's record")]
    Busy {
        /// The attempted operation.
        doing: &'static str,
    },
    /// An operation of SQLite failed.
    #[error("cannot {doing}")]
    Sqlite {
        /// The attempted operation.
        doing: &'static str,
        /// SQLite's own error.
        #[source]
        source: SqliteError,
    },
    /// The system gives no random numbers.
    #[error("cannot generate a random number")]
    NoRandom(#[source] getrandom::Error),
    /// The folder is on a network file system.
    #[error(
        "{} is on a network file system ({name}), where the class's record cannot be kept safely",
        visible_path(path)
    )]
    NetworkFolder {
        /// The folder.
        path: PathBuf,
        /// The name of the file system.
        name: &'static str,
    },
    /// The folder is unsuitable: a link.
    #[error(transparent)]
    Folder(LedgerError),
}

impl ClassError {
    pub(crate) fn sqlite(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> ClassError {
        move |error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ClassError::Busy { doing },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                ClassError::damaged(SqliteError::from(error).to_string())
            }
            _ => ClassError::Sqlite { doing, source: error.into() },
        }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> ClassError {
        ClassError::Damaged { what: what.into() }
    }

    pub(crate) fn file(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(std::io::Error) -> ClassError {
        let path = path.into();
        move |source| ClassError::File { action, path, source }
    }
}

/// Restates the ledger code's errors as errors of the class's record.
impl From<LedgerError> for ClassError {
    fn from(error: LedgerError) -> ClassError {
        match error {
            LedgerError::Damaged { what } => ClassError::Damaged { what },
            LedgerError::Busy { .. } => ClassError::Busy { doing: OPEN },
            LedgerError::Sqlite { source, .. } => ClassError::Sqlite { doing: OPEN, source },
            LedgerError::File { path, source, .. } => ClassError::File { action: "use", path, source },
            other => ClassError::Folder(other),
        }
    }
}

const OPEN: &str = "open the class's record";

impl Explain for ClassError {
    fn kind(&self) -> Kind {
        match self {
            ClassError::Damaged { .. } | ClassError::NotTheFile { .. } | ClassError::NoBackup { .. } => {
                Kind::Damaged
            }
            ClassError::File { .. } | ClassError::Sqlite { .. } | ClassError::NoRandom(_) => Kind::Host,
            ClassError::Busy { .. } => Kind::Busy,
            ClassError::NoClass { .. } => Kind::NotFound,
            ClassError::HoldsClass { .. } | ClassError::InUse { .. } => Kind::Conflict,
            ClassError::UnknownSchema { .. } | ClassError::NetworkFolder { .. } | ClassError::Folder(_) => {
                Kind::Input
            }
        }
    }

    fn hints(&self) -> Vec<String> {
        let hint = match self {
            ClassError::NoClass { .. } => "create one with `muster class init DIR`",
            ClassError::Damaged { .. } => "restore a backup with `muster class restore FILE DIR`",
            ClassError::NotTheFile { .. } => "restore it from a copy, or ask the student to resubmit it",
            ClassError::InUse { .. } => "give an empty folder, or one that does not exist",
            ClassError::Busy { .. } => "run the same command again",
            ClassError::NetworkFolder { .. } => {
                "when no program is using it, copy the folder to a local disk and work there"
            }
            ClassError::HoldsClass { .. }
            | ClassError::File { .. }
            | ClassError::NoBackup { .. }
            | ClassError::UnknownSchema { .. }
            | ClassError::Sqlite { .. }
            | ClassError::NoRandom(_)
            | ClassError::Folder(_) => return Vec::new(),
        };
        vec![hint.to_owned()]
    }
}

/// Returns advice about a record or a list of links of an earlier schema.
fn readers(found: i64) -> &'static str {
    if (1..=2).contains(&found) { ": muster 0.3.0 reads it" } else { "" }
}
