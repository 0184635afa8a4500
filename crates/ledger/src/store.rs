//! The ledger itself: SQLite behind a few verbs.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row};
use tempfile::TempDir;
use tournament::MatchKey;

use crate::connect::{self, Opened};
use crate::{Inputs, LedgerError, RunFolder, inputs};

/// The record of one run, open.
pub struct Ledger {
    pub(crate) connection: Connection,
    /// What is open, where it had to be copied. Goes away behind the connection.
    pub(crate) _copy: Option<TempDir>,
}

impl Ledger {
    /// Begins a run in a folder that holds none.
    ///
    /// # Errors
    /// When the folder holds one, or the file cannot be written. Nothing half-made is left, however the program
    /// ends: what the run plays from is written to a file of another name, which is then renamed.
    pub fn create(folder: &RunFolder, inputs: Inputs<'_>) -> Result<Ledger, LedgerError> {
        if folder.holds_run() {
            return Err(LedgerError::HoldsRun { path: folder.root().to_owned() });
        }
        let path = folder.ledger();
        let fresh = folder.private().join("ledger.new");
        // What a run that was killed at this point has left; a log would even be taken for the new file's.
        for leftover in [&fresh, &beside(&fresh, "-journal"), &beside(&path, "-wal"), &beside(&path, "-shm")]
        {
            remove(leftover)?;
        }
        let begun = connect::create(&fresh).and_then(|connection| {
            inputs::begin(&connection, inputs)
                .and_then(|()| connection.close().map_err(|(_, error)| error))
                .map_err(LedgerError::sqlite("begin the run"))
        });
        let begun = begun.and_then(|()| {
            fs::rename(&fresh, &path).and_then(|()| sync(&folder.private())).map_err(|source| {
                LedgerError::File { action: "create the ledger", path: path.clone(), source }
            })
        });
        if let Err(error) = begun {
            // Best effort: the next run removes it before it begins.
            drop(remove(&fresh));
            return Err(error);
        }
        Ledger::open(folder)
    }

    /// Opens the run in a folder to go on with it.
    ///
    /// # Errors
    /// When there is none, or it cannot be read, is damaged, or another version wrote it.
    pub fn open(folder: &RunFolder) -> Result<Ledger, LedgerError> {
        let ledger = Ledger::opened(folder, connect::to_write)?;
        // Writing into a file whose pages do not fit together makes it worse.
        let wrong: Vec<String> =
            ledger.collect("check its pages", "PRAGMA quick_check(1)", |row| row.get(0))?;
        match wrong.into_iter().find(|line| line != "ok") {
            Some(line) => Err(LedgerError::damaged(line)),
            None => connect::settle(&ledger.connection).map(|()| ledger),
        }
    }

    /// Opens the run in a folder to read it. The folder may come from anybody: SQLite trusts nothing in the
    /// file, and nothing in the folder is changed, unless a write-ahead log has to be read.
    ///
    /// # Errors
    /// As [`Ledger::open`].
    pub fn open_read_only(folder: &RunFolder) -> Result<Ledger, LedgerError> {
        Ledger::opened(folder, connect::to_read)
    }

    fn opened(
        folder: &RunFolder,
        connect: impl FnOnce(&Path) -> Result<Opened, LedgerError>,
    ) -> Result<Ledger, LedgerError> {
        if !folder.holds_run() {
            return Err(LedgerError::NoRun { path: folder.root().to_owned() });
        }
        let Opened { connection, copy } = connect(&folder.ledger())?;
        connect::check_schema(&connection)?;
        let ledger = Ledger { connection, _copy: copy };
        ledger.check_inputs()?;
        Ok(ledger)
    }

    pub(crate) fn fact(&self, name: &str) -> Result<String, LedgerError> {
        self.connection
            .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get::<_, String>(0))
            .optional()
            .map_err(LedgerError::sqlite("read the run's facts"))?
            .ok_or_else(|| LedgerError::damaged(format!("the fact `{name}` is missing")))
    }

    /// Notes something that depends on the host: no seal, export or report reads it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(&mut self, what: &str) -> Result<(), LedgerError> {
        self.connection
            .execute("INSERT INTO host_log (at, what) VALUES (strftime('%Y-%m-%dT%H:%M:%fZ'), ?1)", [what])
            .map(drop)
            .map_err(LedgerError::sqlite("note what the host did"))
    }

    pub(crate) fn collect<T>(
        &self,
        doing: &'static str,
        query: &str,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, LedgerError> {
        let mut statement = self.connection.prepare_cached(query).map_err(LedgerError::sqlite(doing))?;
        let rows = statement.query_map([], read).map_err(LedgerError::sqlite(doing))?;
        rows.collect::<Result<_, _>>().map_err(LedgerError::sqlite(doing))
    }

    pub(crate) fn collect_for<T>(
        &self,
        doing: &'static str,
        query: &str,
        key: MatchKey,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, LedgerError> {
        let mut statement = self.connection.prepare_cached(query).map_err(LedgerError::sqlite(doing))?;
        let rows = statement.query_map([key.packed()], read).map_err(LedgerError::sqlite(doing))?;
        rows.collect::<Result<_, _>>().map_err(LedgerError::sqlite(doing))
    }
}

/// A file of SQLite's beside another.
fn beside(path: &Path, ending: &str) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn remove(path: &Path) -> Result<(), LedgerError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(LedgerError::File { action: "remove", path: path.to_owned(), source: error })
        }
        _ => Ok(()),
    }
}

/// Puts a folder's list of names on the disk.
#[cfg(unix)]
fn sync(folder: &Path) -> std::io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}
