//! Opening the file: for durable writing, or for reading without trusting or changing it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use files::TemporaryDir;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::LedgerError;
use crate::folder::refuse_link;

/// The oldest SQLite without the write-ahead-log bug found in 2026, as `sqlite3_libversion_number`.
const OLDEST_SQLITE: i32 = 3_051_003;
/// Maximum size of a text or blob, in bytes: above that of any admitted module, and small enough to be harmless.
const LONGEST: i32 = 256 << 20;
/// Size of the log, in pages (16 MiB), at which it is checkpointed into the main file. A log that grew because of a
/// reader is truncated to `LOG_LIMIT` when it restarts from its beginning.
const CHECKPOINT_PAGES: i64 = 4096;
/// Maximum size of the log's file after it restarts, in bytes.
const LOG_LIMIT: i64 = 32 << 20;
/// Maximum time to wait for other programs before emptying the log.
const PATIENCE: Duration = Duration::from_secs(30);
/// Interval between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// An open file, and the temporary copy that holds it, if it had to be copied.
pub struct OpenDatabase {
    /// The connection.
    pub connection: Connection,
    /// The temporary copy, to be dropped after the connection.
    pub copy: Option<TemporaryDir>,
}

/// Creates a new file with a rollback journal, not a write-ahead log.
///
/// # Errors
/// If SQLite is too old, or the file cannot be created.
pub fn create(path: &Path) -> Result<Connection, LedgerError> {
    refuse_old_sqlite()?;
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // SQLite gives its later files beside it the same permissions.
    let made = files::File::create_new(path).and_then(|_| files::restrict_file(path));
    made.map_err(|source| LedgerError::File { action: "create the ledger", path: path.to_owned(), source })?;
    Connection::open_with_flags(path, flags)
        .and_then(|connection| {
            distrust(&connection)?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            Ok(connection)
        })
        .map_err(LedgerError::sqlite("create the ledger"))
}

/// Opens a file for writing. Every commit is on disk when it returns.
///
/// # Errors
/// If it cannot be opened, or is a link.
pub fn to_write(path: &Path) -> Result<OpenDatabase, LedgerError> {
    refuse_old_sqlite()?;
    refuse_link(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags).and_then(|connection| {
        distrust(&connection)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        connection.pragma_update(None, "journal_size_limit", LOG_LIMIT)?;
        Ok(OpenDatabase { connection, copy: None })
    });
    opened.map_err(LedgerError::sqlite("open the ledger"))
}

/// Refuses a file with inconsistent pages, because writing to it would make it worse.
///
/// # Errors
/// If they are inconsistent, or cannot be read.
pub fn check_pages(connection: &Connection) -> Result<(), LedgerError> {
    let first: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(LedgerError::sqlite("check the ledger's pages"))?;
    if first == "ok" { Ok(()) } else { Err(LedgerError::damaged(first)) }
}

/// Checkpoints the log into the main file and syncs it to disk.
///
/// An existing log may be from a run that stopped because writing to the disk failed. The operating system may still
/// show data that it never wrote, without reporting the error again; a power failure would then lose that data and
/// everything committed after it. Reading and writing it once more either makes it durable or fails again.
///
/// # Errors
/// If it cannot be written.
pub fn settle(connection: &Connection) -> Result<(), LedgerError> {
    connection
        .query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
        .map_err(LedgerError::sqlite("write the ledger's log to the disk"))
}

/// Rewrites a file without deleted data, and empties its log. Rows that moved from page to page have left copies,
/// which a later deletion does not overwrite.
///
/// # Errors
/// If it cannot be written, or other programs use it for half a minute.
pub fn purge(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("VACUUM")?;
    empty_log(connection)
}

/// Moves all of the log into the main file, and empties it.
///
/// # Errors
/// If it cannot be written, or other programs use it for half a minute.
pub(crate) fn empty_log(connection: &Connection) -> rusqlite::Result<()> {
    let began = Instant::now();
    // While another connection does the same, SQLite does not wait, and reports that it was busy.
    while connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0))? {
        if began.elapsed() > PATIENCE {
            let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
            return Err(rusqlite::Error::SqliteFailure(busy, None));
        }
        std::thread::sleep(PAUSE);
    }
    Ok(())
}

/// Wraps an error of opening a file. If the system refuses the file, SQLite only reports that it cannot open it.
fn unopened(path: &Path, error: rusqlite::Error) -> LedgerError {
    let is_refused = matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly));
    match fs::File::open(path) {
        Err(source) if is_refused => LedgerError::File { action: "open", path: path.to_owned(), source },
        _ => LedgerError::sqlite("open the ledger")(error),
    }
}

/// Opens a ledger for reading. SQLite creates a shared-memory file next to a write-ahead log that it reads, so:
///
/// - without a log, the file is opened as immutable, and nothing is written next to it. If the run is resumed in the
///   meantime, the hashes do not match, which is reported;
/// - with a log, it is opened as usual if the folder is writable, and otherwise from a copy.
///
/// # Errors
/// If it cannot be opened, or has to be copied and that fails.
pub fn to_read(path: &Path) -> Result<OpenDatabase, LedgerError> {
    refuse_old_sqlite()?;
    let opened = if has_log(path) { read_with_log(path) } else { Ok((read_unchanging(path)?, None)) };
    let (connection, copy) = opened?;
    distrust(&connection).map_err(LedgerError::sqlite("open the ledger"))?;
    Ok(OpenDatabase { connection, copy })
}

/// Copies a consistent snapshot of a file into a new file without a log, even while another program writes to it.
///
/// # Errors
/// If it cannot be read, or the copy cannot be written.
pub fn copy(from: &Path, to: &Path) -> Result<(), LedgerError> {
    refuse_link(from)?;
    let name = to.to_str().ok_or_else(|| LedgerError::File {
        action: "create",
        path: to.to_owned(),
        source: std::io::ErrorKind::InvalidFilename.into(),
    })?;
    let opened = to_read(from)?;
    let copied = opened.connection.execute("VACUUM INTO ?1", [name]);
    copied.map(|_| ()).map_err(LedgerError::sqlite("copy the ledger"))
}

/// Returns the path of a file that SQLite keeps next to another.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn has_log(path: &Path) -> bool {
    fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

fn read_unchanging(path: &Path) -> Result<Connection, LedgerError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = match uri(path) {
        Some(uri) => Connection::open_with_flags(uri, flags),
        None => Connection::open_with_flags(path, flags - OpenFlags::SQLITE_OPEN_URI),
    };
    opened.map_err(|error| unopened(path, error))
}

fn read_with_log(path: &Path) -> Result<(Connection, Option<TemporaryDir>), LedgerError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let first_read = |connection: &Connection| {
        connection.pragma_query_value(None, "schema_version", |row| row.get::<_, i64>(0))
    };
    let direct = Connection::open_with_flags(path, flags).and_then(|connection| {
        first_read(&connection)?;
        Ok(connection)
    });
    match direct {
        Ok(connection) => Ok((connection, None)),
        Err(rusqlite::Error::SqliteFailure(failure, _))
            if matches!(failure.code, ErrorCode::CannotOpen | ErrorCode::ReadOnly) =>
        {
            let copy = copied(path)?;
            let connection = Connection::open_with_flags(copy.path().join("ledger.sqlite"), flags)
                .map_err(LedgerError::sqlite("open a copy of the ledger"))?;
            Ok((connection, Some(copy)))
        }
        Err(error) => Err(LedgerError::sqlite("open the ledger")(error)),
    }
}

fn copied(path: &Path) -> Result<TemporaryDir, LedgerError> {
    let originals = [path.to_owned(), beside(path, "-wal")];
    let copied = || -> std::io::Result<TemporaryDir> {
        let folder = TemporaryDir::create("muster-")?;
        let target = folder.path().join("ledger.sqlite");
        files::copy(&originals[0], &target)?;
        files::copy(&originals[1], &beside(&target, "-wal"))?;
        Ok(folder)
    };
    copied().map_err(|source| LedgerError::Uncopied {
        path: path.to_owned(),
        temporary: std::env::temp_dir(),
        bytes: originals.iter().filter_map(|file| fs::metadata(file).ok()).map(|file| file.len()).sum(),
        source,
    })
}

/// Returns the URI of a file, marked as immutable; `None` for a path that is not UTF-8.
fn uri(path: &Path) -> Option<String> {
    let path = std::path::absolute(path).ok()?;
    let mut uri = String::from(if cfg!(windows) { "file:///" } else { "file:" });
    for byte in path.to_str()?.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            b':' if cfg!(windows) => uri.push(':'),
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => write!(uri, "%{byte:02X}").ok()?,
        }
    }
    uri.push_str("?immutable=1");
    Some(uri)
}

fn refuse_old_sqlite() -> Result<(), LedgerError> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        return Err(LedgerError::OldSqlite { found: rusqlite::version() });
    }
    Ok(())
}

/// Makes SQLite trust nothing in the file: its schema cannot run functions, sizes are limited, no page is mapped.
fn distrust(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST)?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.pragma_update(None, "mmap_size", 0)?;
    connection.pragma_update(None, "cell_size_check", true)
}
