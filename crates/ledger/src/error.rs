//! What can go wrong with a record.

use std::path::PathBuf;

use thiserror::Error;

/// The record cannot be read or written.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// A file or folder cannot be used.
    #[error("cannot {action} {}", path.display())]
    File {
        /// What was tried: `create the folder`, `open the ledger`.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// Why not.
        #[source]
        source: std::io::Error,
    },
    /// Somebody else runs in this folder.
    #[error("{} is in use by another run: {holder}", path.display())]
    Locked {
        /// The lock's file.
        path: PathBuf,
        /// What the holder wrote into it: process and host.
        holder: String,
    },
    /// The folder holds no run.
    #[error("{} holds no run: there is no private/ledger.sqlite", path.display())]
    NoRun {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds a run already.
    #[error("{} holds a run already", path.display())]
    HoldsRun {
        /// The folder.
        path: PathBuf,
    },
    /// What was given as the run's folder is there and is none: a file, or a link to nothing.
    #[error("{} is no folder", path.display())]
    NotAFolder {
        /// What was given.
        path: PathBuf,
    },
    /// The place where the site would be written is taken by something that no run wrote.
    #[error("{} is there already, and no run wrote it", path.display())]
    Occupied {
        /// What is there.
        path: PathBuf,
    },
    /// A network file system cannot keep SQLite's promises.
    #[error("{} is on a network file system, where a ledger is not safe", path.display())]
    NetworkFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The ledger was written by another version of this program.
    #[error("the ledger has schema version {found}; this program reads version {known}")]
    UnknownSchema {
        /// The file's.
        found: i64,
        /// This program's.
        known: i64,
    },
    /// SQLite itself is too old: earlier ones can corrupt a write-ahead log.
    #[error("SQLite {found} is too old for a safe ledger; 3.51.3 or later is needed")]
    OldSqlite {
        /// The version linked in.
        found: &'static str,
    },
    /// Something in the ledger is not what was written.
    #[error("the ledger is damaged: {what}")]
    Damaged {
        /// Which row or seal, and how.
        what: String,
    },
    /// SQLite refused.
    #[error("the ledger cannot be used: {doing}")]
    Sqlite {
        /// What was tried.
        doing: &'static str,
        /// SQLite's own words.
        #[source]
        source: rusqlite::Error,
    },
}

impl LedgerError {
    /// Wraps SQLite's error with what was tried.
    pub(crate) fn sqlite(doing: &'static str) -> impl FnOnce(rusqlite::Error) -> LedgerError {
        move |source| LedgerError::Sqlite { doing, source: in_words(source) }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> LedgerError {
        LedgerError::Damaged { what: what.into() }
    }
}

/// A full disk that SQLite comes upon where it can only say "disk I/O error", in words that name it.
fn in_words(error: rusqlite::Error) -> rusqlite::Error {
    match error {
        rusqlite::Error::SqliteFailure(failure, _)
            if failure.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE =>
        {
            let words = "its -shm file cannot grow: the disk is full, or refuses to write";
            rusqlite::Error::SqliteFailure(failure, Some(words.to_owned()))
        }
        error => error,
    }
}
