//! The ledger itself: SQLite behind a few verbs.

use rusqlite::{Connection, OptionalExtension, Row};
use tempfile::TempDir;
use tournament::MatchKey;

use crate::connect::{self, Opened};
use crate::hashing::Hashing;
use crate::version::{check_tables, version};
use crate::{Inputs, LedgerError, RunFolder, RunHeader, fresh, inputs, migrate, schema, schema_5};

/// The record of one run, open.
pub struct Ledger {
    pub(crate) connection: Connection,
    /// What its hashes are over.
    pub(crate) hashing: Hashing,
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
        let fill = |connection: &Connection| {
            inputs::begin(connection, inputs).map_err(LedgerError::sqlite("begin the run"))
        };
        fresh::put(folder, fill, || Ok(()))?;
        Ledger::open(folder)
    }

    /// Opens the run in a folder to resume it. The caller holds the folder's lock. A ledger of schema 5 is
    /// replaced by a migrated copy and kept as [`RunFolder::ledger_of_schema_5`].
    ///
    /// # Errors
    /// When there is none, or it cannot be read, is damaged, or has a schema that is not known here.
    pub fn open(folder: &RunFolder) -> Result<Ledger, LedgerError> {
        refuse_no_run(folder)?;
        let mut opened = connect::to_write(&folder.ledger())?;
        if version(&opened.connection)? == schema_5::VERSION {
            migrate::in_place(folder, opened.connection)?;
            opened = connect::to_write(&folder.ledger())?;
        }
        connect::check_pages(&opened.connection)?;
        connect::settle(&opened.connection)?;
        Ledger::checked(opened)
    }

    /// Opens the run in a folder to read it. The folder may come from anybody: SQLite trusts nothing in the
    /// file, and nothing in the folder is changed, unless a write-ahead log has to be read. Of a ledger of schema 5 a
    /// migrated copy elsewhere is read.
    ///
    /// # Errors
    /// As [`Ledger::open`].
    pub fn open_read_only(folder: &RunFolder) -> Result<Ledger, LedgerError> {
        refuse_no_run(folder)?;
        let mut opened = connect::to_read(&folder.ledger())?;
        if version(&opened.connection)? == schema_5::VERSION {
            opened = migrate::to_read(&opened.connection)?;
        }
        Ledger::checked(opened)
    }

    /// The facts of the run in a folder, to be looked at before it is opened. A ledger of schema 5 stays as it is, and
    /// no copy of it is made.
    ///
    /// # Errors
    /// As [`Ledger::open_read_only`].
    pub fn header_of(folder: &RunFolder) -> Result<RunHeader, LedgerError> {
        refuse_no_run(folder)?;
        let opened = connect::to_read(&folder.ledger())?;
        if version(&opened.connection)? == schema_5::VERSION {
            check_tables(&opened.connection, schema_5::CREATE)?;
            return schema_5::header(&opened.connection);
        }
        Ledger::checked(opened)?.header()
    }

    fn checked(Opened { connection, copy }: Opened) -> Result<Ledger, LedgerError> {
        check_tables(&connection, schema::CREATE)?;
        let mut ledger = Ledger { connection, hashing: Hashing::NOW, _copy: copy };
        let number = ledger.fact(Hashing::FACT)?;
        ledger.hashing = Hashing::numbered(&number)
            .ok_or_else(|| LedgerError::damaged(format!("unknown version of its hashes `{number}`")))?;
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

fn refuse_no_run(folder: &RunFolder) -> Result<(), LedgerError> {
    if folder.holds_run() { Ok(()) } else { Err(LedgerError::NoRun { path: folder.root().to_owned() }) }
}
