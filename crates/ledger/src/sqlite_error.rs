//! An error of SQLite in one sentence.

use std::fmt;

use rusqlite::ffi;

/// An error of SQLite: its text once, and its number.
#[derive(Debug)]
pub struct SqliteError(rusqlite::Error);

impl From<rusqlite::Error> for SqliteError {
    fn from(error: rusqlite::Error) -> SqliteError {
        SqliteError(error)
    }
}

impl std::error::Error for SqliteError {}

impl fmt::Display for SqliteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rusqlite::Error::SqliteFailure(failure, words) = &self.0 else { return self.0.fmt(f) };
        let number = failure.extended_code;
        match (cause(number), words) {
            (Some(cause), _) => f.write_str(&cause)?,
            (None, Some(words)) => f.write_str(words)?,
            (None, None) => f.write_str(ffi::code_to_str(number))?,
        }
        write!(f, " (SQLite error {number})")
    }
}

/// Returns the cause of a failed write, if it is known. SQLite says only "disk I/O error".
fn cause(number: i32) -> Option<String> {
    let refused =
        [ffi::SQLITE_FULL, ffi::SQLITE_IOERR_SHMSIZE, ffi::SQLITE_IOERR_TRUNCATE, ffi::SQLITE_IOERR_WRITE];
    match file_size_limit() {
        Some(bytes) if refused.contains(&number) => Some(format!(
            "disk I/O error: this process may write files of at most {bytes} bytes (ulimit -f), or the disk is full"
        )),
        _ if number == ffi::SQLITE_IOERR_SHMSIZE => Some(
            "disk I/O error: its -shm file cannot grow, because the disk is full or refuses to write"
                .to_owned(),
        ),
        _ => None,
    }
}

/// Returns the maximum size in bytes of a file that this process writes, if there is a limit.
#[cfg(unix)]
fn file_size_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current
}

#[cfg(not(unix))]
fn file_size_limit() -> Option<u64> {
    None
}
