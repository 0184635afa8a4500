//! Errors of reading or writing a ledger.

use std::path::PathBuf;

use game::visible_path;
use rusqlite::ErrorCode;
use thiserror::Error;

use crate::sqlite_error::SqliteError;
use crate::version;

/// An error of reading or writing a ledger.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// A module was deleted with its student's data.
    #[error("the module {hash} is withheld: it was deleted with the data of its author")]
    Withheld {
        /// Its BLAKE3, in hexadecimal.
        hash: String,
    },
    /// The run names a module by its hash, and its class does not have it.
    #[error("{} needs the module {hash}, which is not in a class folder above it", visible_path(run))]
    Unshared {
        /// Its BLAKE3, in hexadecimal.
        hash: String,
        /// The run's folder.
        run: PathBuf,
    },
    /// A file or folder cannot be used.
    #[error("cannot {action} {}", visible_path(path))]
    File {
        /// The attempted operation: `create the directory`, `open the ledger`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The underlying error.
        #[source]
        source: std::io::Error,
    },
    /// Another process uses this folder.
    #[error("{} is in use by another run: {holder}", visible_path(path))]
    Locked {
        /// The lock's file.
        path: PathBuf,
        /// The holder, as written in the lock's file: process and host.
        holder: String,
    },
    /// The folder contains no run.
    #[error("{} contains no run: private/ledger.sqlite does not exist", visible_path(path))]
    NoRun {
        /// The folder.
        path: PathBuf,
    },
    /// The folder already contains a run.
    #[error("{} already contains a run", visible_path(path))]
    HoldsRun {
        /// The folder.
        path: PathBuf,
    },
    /// The path given as the run's folder is not a directory: a file, or a dangling link.
    #[error("{} is not a directory", visible_path(path))]
    NotAFolder {
        /// The given path.
        path: PathBuf,
    },
    /// A part of the run's folder is a link.
    #[error("{} is a link, but a run writes only inside its own folder", visible_path(path))]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// The path of the site exists and was not written by a run.
    #[error("{} already exists and was not written by a run", visible_path(path))]
    Occupied {
        /// The path of the site.
        path: PathBuf,
    },
    /// The ledger has to be copied to be read, and the copy cannot be made.
    #[error(
        "cannot copy {}, whose directory is not writable, to the temporary directory {}, where it needs {bytes} bytes",
        visible_path(path),
        visible_path(temporary)
    )]
    Uncopied {
        /// The ledger.
        path: PathBuf,
        /// The temporary directory.
        temporary: PathBuf,
        /// The size of the ledger with its log.
        bytes: u64,
        /// The underlying error.
        #[source]
        source: std::io::Error,
    },
    /// A network file system cannot keep SQLite's promises.
    #[error("{} is on a network file system, where a ledger cannot be kept safely", visible_path(path))]
    NetworkFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The ledger was written by another version of this program.
    #[error("the ledger has schema version {found}, and this program reads {}", readers(*found))]
    UnknownSchema {
        /// The schema version of the file.
        found: i64,
    },
    /// The hashes of the run have a version from before 0.2.0.
    #[error("the run began under a version of muster before 0.2.0: muster 0.3.0 reads it")]
    OldHashes,
    /// SQLite is too old: earlier versions can corrupt a write-ahead log.
    #[error("SQLite {found} is too old for a safe ledger; 3.51.3 or later is needed")]
    OldSqlite {
        /// The linked version.
        found: &'static str,
    },
    /// The ledger differs from its hashes, its seals or its schema.
    #[error("the ledger is damaged: {what}")]
    Damaged {
        /// The row or seal, and the damage.
        what: String,
    },
    /// Another program has the ledger's file open.
    #[error("cannot {doing}: another program is using it")]
    Busy {
        /// The attempted operation, such as `open the ledger`.
        doing: &'static str,
    },
    /// An operation of SQLite failed.
    #[error("cannot {doing}")]
    Sqlite {
        /// The attempted operation, such as `open the ledger`.
        doing: &'static str,
        /// SQLite's own error.
        #[source]
        source: SqliteError,
    },
}

impl LedgerError {
    /// Wraps an error of SQLite with the attempted operation.
    pub(crate) fn sqlite(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> LedgerError {
        move |error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LedgerError::Busy { doing },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                LedgerError::damaged(SqliteError::from(error).to_string())
            }
            None if is_of_a_value(&error) => LedgerError::damaged(format!("cannot {doing}: {error}")),
            _ => LedgerError::Sqlite { doing, source: error.into() },
        }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> LedgerError {
        LedgerError::Damaged { what: what.into() }
    }
}

/// Returns `true` if a value has another type than its column.
fn is_of_a_value(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
    matches!(
        error,
        FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..)
    )
}

/// Returns the supported schemas, with advice about this one.
fn readers(found: i64) -> String {
    let [oldest, newest] = version::KNOWN;
    let who = match found {
        5 => "muster 0.3.0 reads it",
        found if found > newest => "update muster to read it",
        _ => "only the version of muster that wrote it can read it",
    };
    format!("versions {oldest} and {newest}: {who}")
}
