//! The open file of a record, and the detection of changes to it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use files::TemporaryDir;
use ledger::database::{self, OpenDatabase};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::rows::Projection;
use super::schema;
use crate::{ClassError, ClassFolder};

/// Maximum time to wait for another writer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The open file of a record.
pub(super) struct RecordFile {
    pub(super) connection: Connection,
    /// The temporary copy that is open, if one was needed. Dropped after the connection.
    _copy: Option<TemporaryDir>,
    state: FileState,
    pub(super) access: Access,
    /// The stamp of the files when they were opened.
    stamp: FileStamp,
}

/// The mode in which a file is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// For writing. Changes by other programs are visible.
    Write,
    /// For reading a snapshot. Changes by other programs are visible after reopening.
    Read,
}

impl Access {
    /// Opens for reading: in write mode if possible, otherwise in read mode.
    pub(super) fn to_read<T>(open: impl Fn(Access) -> Result<T, ClassError>) -> Result<T, ClassError> {
        match open(Access::Write) {
            Err(ClassError::Sqlite { .. } | ClassError::File { .. }) => open(Access::Read),
            opened => opened,
        }
    }
}

/// SQLite's counters when the file was read last.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileState {
    /// The version of the schema.
    version: i64,
    /// Counter of changes to the schema.
    schema: i64,
    /// Counter of commits by other programs.
    commits: i64,
}

/// Metadata of a record's files.
#[derive(PartialEq, Eq)]
struct FileStamp {
    /// Device and inode of the record's file, which differ if another file takes its place.
    file: Option<(u64, u64)>,
    /// Size and modification time of the file and of its log.
    changed: [Option<(u64, i64, i64)>; 2],
}

impl RecordFile {
    /// Opens the record of a class and reads all of it.
    pub(super) fn open(folder: &ClassFolder, access: Access) -> Result<(RecordFile, Projection), ClassError> {
        let stamp = FileStamp::read(&folder.record());
        RecordFile::read(connect(folder, access)?, access, stamp)
    }

    /// Copies a consistent snapshot of the record into a new file, even while other programs write to it, and reads
    /// all of the copy.
    pub(super) fn copy(folder: &ClassFolder, to: &Path) -> Result<Projection, ClassError> {
        let name =
            to.to_str().ok_or_else(|| ClassError::file("create", to)(ErrorKind::InvalidFilename.into()))?;
        let opened = Access::to_read(|access| connect(folder, access))?;
        FileState::read(&opened.connection)?;
        opened
            .connection
            .execute("VACUUM INTO ?1", [name])
            .map_err(ClassError::sqlite("copy the class's record"))?;
        let stamp = FileStamp::read(to);
        RecordFile::read(database::to_read(to)?, Access::Read, stamp).map(|(_, projection)| projection)
    }

    fn read(
        opened: OpenDatabase,
        access: Access,
        stamp: FileStamp,
    ) -> Result<(RecordFile, Projection), ClassError> {
        let OpenDatabase { connection, copy } = opened;
        let reading = begin(&connection, TransactionBehavior::Deferred)?;
        let state = FileState::read(&reading)?;
        let projection = Projection::read(&reading, state.version)?;
        drop(reading);
        Ok((RecordFile { connection, _copy: copy, state, access, stamp }, projection))
    }

    /// Returns `true` if the folder has another file by now, or one with changes that this source does not see.
    pub(super) fn is_outdated(&self, folder: &ClassFolder) -> bool {
        let now = FileStamp::read(&folder.record());
        match self.access {
            Access::Write => now.file != self.stamp.file,
            Access::Read => now != self.stamp,
        }
    }

    /// Adds new events by other programs to a projection. Returns `true` if there were any.
    pub(super) fn follow(&mut self, projection: &mut Projection) -> Result<bool, ClassError> {
        self.within(TransactionBehavior::Deferred, projection, |_, _, is_news| Ok(is_news))
    }

    /// Runs `act` in a transaction, after adding new events by other programs to the projection. `act` receives the
    /// schema version, which it may raise, and `true` if events were added. If it fails, nothing is written.
    pub(super) fn within<T, E: From<ClassError>>(
        &mut self,
        behavior: TransactionBehavior,
        projection: &mut Projection,
        act: impl FnOnce(&mut OpenRecord<'_>, &mut Projection, bool) -> Result<T, E>,
    ) -> Result<T, E> {
        let transaction = begin(&self.connection, behavior)?;
        let state = self.state.as_of(&transaction)?;
        let is_news = state != self.state && projection.read_on(&transaction, state.version)?;
        self.state = state;
        let mut open = OpenRecord { connection: &transaction, version: state.version };
        let done = act(&mut open, projection, is_news)?;
        let raised = open.version;
        transaction.commit().map_err(ClassError::sqlite("write to the class's record"))?;
        self.state.version = raised;
        Ok(done)
    }
}

/// A record within a transaction.
pub(super) struct OpenRecord<'c> {
    pub(super) connection: &'c Connection,
    pub(super) version: i64,
}

/// Opens the file of a class's record.
fn connect(folder: &ClassFolder, access: Access) -> Result<OpenDatabase, ClassError> {
    let path = folder.record();
    let opened = match access {
        Access::Read => database::to_read(&path)?,
        Access::Write => {
            let opened = database::to_write(&path)?;
            // Check the tables first: checking pages evaluates expressions that a foreign schema defines.
            FileState::read(&opened.connection)?;
            database::check_pages(&opened.connection)?;
            database::settle(&opened.connection)?;
            opened
        }
    };
    opened.connection.busy_timeout(PATIENCE).map_err(ClassError::sqlite("open the class's record"))?;
    Ok(opened)
}

fn begin(connection: &Connection, behavior: TransactionBehavior) -> Result<Transaction<'_>, ClassError> {
    let doing = match behavior {
        TransactionBehavior::Immediate => "write to the class's record",
        _ => "read the class's record",
    };
    Transaction::new_unchecked(connection, behavior).map_err(ClassError::sqlite(doing))
}

impl FileState {
    /// Returns the state of a file, after checking its tables.
    fn read(connection: &Connection) -> Result<FileState, ClassError> {
        let version = pragma(connection, "user_version")?;
        if !(schema::OLDEST..=schema::VERSION).contains(&version) {
            return Err(ClassError::UnknownSchema { found: version, known: schema::VERSION });
        }
        database::check_tables(connection, schema::CREATE)?;
        Ok(FileState {
            version,
            schema: pragma(connection, "schema_version")?,
            commits: pragma(connection, "data_version")?,
        })
    }

    /// Returns the current state of a file. Checks its tables again if they changed.
    fn as_of(self, connection: &Connection) -> Result<FileState, ClassError> {
        let commits = pragma(connection, "data_version")?;
        if commits == self.commits {
            return Ok(self);
        }
        if pragma(connection, "schema_version")? != self.schema {
            return FileState::read(connection);
        }
        Ok(FileState { commits, ..self })
    }
}

fn pragma(connection: &Connection, name: &str) -> Result<i64, ClassError> {
    connection
        .pragma_query_value(None, name, |row| row.get(0))
        .map_err(ClassError::sqlite("read the class's record"))
}

impl FileStamp {
    fn read(path: &Path) -> FileStamp {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        let found = [fs::metadata(path).ok(), fs::metadata(PathBuf::from(log)).ok()];
        FileStamp {
            file: found[0].as_ref().map(identity),
            changed: found.each_ref().map(|found| found.as_ref().map(changed)),
        }
    }
}

#[cfg(unix)]
fn identity(found: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

#[cfg(not(unix))]
fn identity(_found: &fs::Metadata) -> (u64, u64) {
    (0, 0)
}

#[cfg(unix)]
fn changed(found: &fs::Metadata) -> (u64, i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (found.len(), found.mtime(), found.mtime_nsec())
}

#[cfg(not(unix))]
fn changed(found: &fs::Metadata) -> (u64, i64, i64) {
    (found.len(), 0, 0)
}
