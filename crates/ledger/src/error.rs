//! Why a ledger cannot be read or written.

use std::path::PathBuf;

use game::visible_path;
use thiserror::Error;

use crate::version;

/// Why a ledger cannot be read or written.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// A file or folder cannot be used.
    #[error("cannot {action} {}", visible_path(path))]
    File {
        /// What was tried: `create the directory`, `open the ledger`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        #[source]
        source: std::io::Error,
    },
    /// Another process uses this folder.
    #[error("{} is in use by another run: {holder}", visible_path(path))]
    Locked {
        /// The lock's file.
        path: PathBuf,
        /// What the holder wrote into it: process and host.
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
        /// The path that was given.
        path: PathBuf,
    },
    /// A part of the run's folder is a link.
    #[error("{} is a link, but a run writes only inside its own folder", visible_path(path))]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// The path of the site already exists and was not written by a run.
    #[error("{} already exists and was not written by a run", visible_path(path))]
    Occupied {
        /// The path of the site.
        path: PathBuf,
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
    /// SQLite is too old: earlier versions can corrupt a write-ahead log.
    #[error("SQLite {found} is too old for a safe ledger; 3.51.3 or later is needed")]
    OldSqlite {
        /// The linked version.
        found: &'static str,
    },
    /// Something in the ledger is not what was written.
    #[error("the ledger is damaged: {what}")]
    Damaged {
        /// Which row or seal, and how.
        what: String,
    },
    /// An operation of SQLite failed.
    #[error("the ledger cannot be used: failed to {doing}")]
    Sqlite {
        /// What was tried, such as `open it`.
        doing: &'static str,
        /// SQLite's own error.
        #[source]
        source: rusqlite::Error,
    },
}

impl LedgerError {
    /// Wraps an error of SQLite with what was tried.
    pub(crate) fn sqlite(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> LedgerError {
        move |source| LedgerError::Sqlite { doing, source: in_words(source) }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> LedgerError {
        LedgerError::Damaged { what: what.into() }
    }
}

/// The schemas that this program reads, and what to do about any other.
fn readers(found: i64) -> String {
    let [oldest, newest] = version::KNOWN;
    let who = if found > newest {
        "update muster to read it"
    } else {
        "only the version of muster that wrote it can read it"
    };
    format!("versions {oldest} and {newest}: {who}")
}

/// Replaces the message of a failed write, which for SQLite is only "disk I/O error", by one that names the cause if it
/// is known.
fn in_words(error: rusqlite::Error) -> rusqlite::Error {
    use rusqlite::ffi::{SQLITE_FULL, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE};
    let rusqlite::Error::SqliteFailure(failure, words) = error else { return error };
    let refused = [SQLITE_FULL, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE];
    let words = match file_size_limit() {
        Some(bytes) if refused.contains(&failure.extended_code) => Some(format!(
            "disk I/O error: this process may write files of at most {bytes} bytes (ulimit -f), or the disk is full"
        )),
        _ if failure.extended_code == SQLITE_IOERR_SHMSIZE => {
            Some("its -shm file cannot grow: the disk is full, or refuses to write".to_owned())
        }
        _ => words,
    };
    rusqlite::Error::SqliteFailure(failure, words)
}

/// The largest size in bytes that this process may give a file, if there is a limit.
#[cfg(unix)]
fn file_size_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current
}

#[cfg(not(unix))]
fn file_size_limit() -> Option<u64> {
    None
}
