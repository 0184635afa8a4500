//! A database beside the record, in the private part of a class's folder.

use std::path::Path;
use std::time::Duration;

use files::TemporaryDir;
use ledger::database;
use rusqlite::{Connection, TransactionBehavior};

use crate::{ClassError, ClassFolder};

/// Maximum time to wait for another writer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The description of a database.
pub(crate) struct SideDatabase {
    /// Name of the file.
    pub(crate) file: &'static str,
    /// Version of the schema, in SQLite's `user_version`.
    pub(crate) version: i64,
    /// The statements that create the tables.
    pub(crate) tables: &'static str,
    /// The operation that errors name, such as `open the queue of mail`.
    pub(crate) opening: &'static str,
}

/// The right of one process to send what a queue of a class has, until it is dropped.
pub struct SendingLock {
    _file: files::File,
}

impl SendingLock {
    /// Takes the right, with a lock file of this name; `None` if another process has it.
    pub(crate) fn take(folder: &ClassFolder, name: &str) -> Result<Option<SendingLock>, ClassError> {
        let path = folder.private().join(name);
        let file = files::File::open_lock(&path).map_err(ClassError::file("open", &path))?;
        let is_free = file.try_lock().map_err(ClassError::file("lock", &path))?;
        Ok(is_free.then_some(SendingLock { _file: file }))
    }
}

/// Makes a change in a transaction.
pub(crate) fn change<T>(
    connection: &mut Connection,
    doing: &'static str,
    change: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> Result<T, ClassError> {
    let all = || {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = change(&transaction)?;
        transaction.commit()?;
        Ok(done)
    };
    all().map_err(ClassError::sqlite(doing))
}

impl SideDatabase {
    /// Opens the database of a class. Creates the file if there is none.
    ///
    /// # Errors
    /// If there is no class; or if the file cannot be read or written, is damaged, or is of another version of this
    /// program.
    pub(crate) fn open(&self, folder: &ClassFolder) -> Result<Connection, ClassError> {
        if !folder.holds_class() {
            return Err(ClassError::NoClass { path: folder.root().to_owned() });
        }
        folder.refuse_network()?;
        folder.refuse_linked()?;
        let path = folder.private().join(self.file);
        database::refuse_link(&path)?;
        if !path.is_file() {
            self.create(folder, &path)?;
        }
        let connection = database::to_write(&path)?.connection;
        connection.busy_timeout(PATIENCE).map_err(ClassError::sqlite(self.opening))?;
        // Check the tables first: checking pages evaluates expressions that a foreign schema defines.
        let found = connection
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(ClassError::sqlite(self.opening))?;
        if found != self.version {
            return Err(ClassError::UnknownSchema { found, known: self.version });
        }
        database::check_tables(&connection, self.tables)?;
        database::check_pages(&connection)?;
        database::settle(&connection)?;
        Ok(connection)
    }

    /// Creates the file atomically.
    fn create(&self, folder: &ClassFolder, path: &Path) -> Result<(), ClassError> {
        let making = TemporaryDir::create_in(&folder.private(), ".new-")
            .map_err(ClassError::file("create a directory in", folder.private()))?;
        let new = making.path().join(self.file);
        let connection = database::create(&new)?;
        self.create_tables(&connection).map_err(ClassError::sqlite(self.opening))?;
        connection.close().map_err(|(_, error)| ClassError::sqlite(self.opening)(error))?;
        files::restrict_file(&new).map_err(ClassError::file("restrict access to", &new))?;
        files::sync_file(&new).map_err(ClassError::file("sync", &new))?;
        match files::rename_new(&new, path) {
            // Another program created it first.
            Err(_) if path.is_file() => Ok(()),
            renamed => renamed
                .and_then(|()| files::sync_dir(&folder.private()))
                .map_err(ClassError::file("create", path)),
        }
    }

    fn create_tables(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection.execute_batch(self.tables)?;
        connection.pragma_update(None, "user_version", self.version)?;
        connection.pragma_update(None, "journal_mode", "WAL")
    }
}
