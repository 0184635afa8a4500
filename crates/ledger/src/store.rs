//! The ledger itself: opening and creating it, and common queries.

use std::path::{Path, PathBuf};

use files::TemporaryDir;
use rusqlite::{Connection, OptionalExtension, Row};
use tournament::MatchKey;

use crate::connect::{self, OpenDatabase};
use crate::hashing::Hashing;
use crate::salts::Salts;
use crate::shared::SharedModules;
use crate::tables::check_tables;
use crate::version::version;
use crate::{Inputs, LedgerError, RunFolder, fresh, inputs, migrate, schema, schema_5};

/// The open record of a run.
pub struct Ledger {
    pub(crate) connection: Connection,
    /// The version of its hashes.
    pub(crate) hashing: Hashing,
    /// The secret of the salts of its root; `None` in a run whose root has none.
    pub(crate) salts: Option<Salts>,
    /// The modules that it names by hash and does not have itself.
    pub(crate) shared: SharedModules,
    /// The path of the original, if opening the ledger has migrated it.
    pub(crate) original: Option<PathBuf>,
    /// The temporary copy that is open, if one was needed. Dropped after the connection.
    pub(crate) _copy: Option<TemporaryDir>,
}

impl Ledger {
    /// Begins a run in a folder that contains no run. The ledger is created by an atomic rename.
    ///
    /// # Errors
    /// If the folder contains a run, or the file cannot be written.
    pub fn create(folder: &RunFolder, inputs: Inputs<'_>) -> Result<Ledger, LedgerError> {
        if folder.holds_run() {
            return Err(LedgerError::HoldsRun { path: folder.root().to_owned() });
        }
        let fill = |connection: &Connection| {
            let shared = SharedModules::above(folder);
            inputs::begin(connection, inputs, &shared).map_err(LedgerError::sqlite("begin the run"))
        };
        fresh::put(folder, fill, || Ok(()))?;
        Ledger::open(folder)
    }

    /// Opens the run in a folder to resume it. The caller holds the folder's lock. A ledger of schema 5 is replaced
    /// by a migrated copy and [kept](Ledger::original) as [`RunFolder::ledger_of_schema_5`].
    ///
    /// # Errors
    /// Returns an error if the run does not exist, or if its ledger is unreadable, damaged or of an unknown schema.
    pub fn open(folder: &RunFolder) -> Result<Ledger, LedgerError> {
        refuse_no_run(folder)?;
        let is_old = version(&connect::to_read(&folder.ledger())?.connection)? == schema_5::VERSION;
        let original = is_old.then(|| migrate::in_place(folder)).transpose()?;
        let opened = connect::to_write(&folder.ledger())?;
        // Check the tables first: checking pages evaluates expressions that a foreign schema defines.
        check_tables(&opened.connection, schema::CREATE)?;
        connect::check_pages(&opened.connection)?;
        connect::settle(&opened.connection)?;
        Ok(Ledger { original, ..Ledger::checked(folder, opened)? })
    }

    /// Returns the path of the original, if opening this ledger has migrated it from an older schema.
    pub fn original(&self) -> Option<&Path> {
        self.original.as_deref()
    }

    /// Opens the run in a folder for reading. The folder may come from an untrusted source: SQLite trusts nothing in
    /// the file, and nothing in the folder is changed, unless a write-ahead log has to be read. A ledger of schema 5
    /// is read without migrating it.
    ///
    /// # Errors
    /// As [`Ledger::open`].
    pub fn open_read_only(folder: &RunFolder) -> Result<Ledger, LedgerError> {
        refuse_no_run(folder)?;
        let opened = connect::to_read(&folder.ledger())?;
        match version(&opened.connection)? {
            schema_5::VERSION => schema_5::show_as_current(&opened.connection)?,
            _ => check_tables(&opened.connection, schema::CREATE)?,
        }
        Ledger::checked(folder, opened)
    }

    /// Returns the ledger after checking it. Its tables were checked before.
    fn checked(
        folder: &RunFolder,
        OpenDatabase { connection, copy }: OpenDatabase,
    ) -> Result<Ledger, LedgerError> {
        let shared = SharedModules::above(folder);
        let mut ledger =
            Ledger { connection, hashing: Hashing::NOW, salts: None, shared, original: None, _copy: copy };
        let number = ledger.fact(Hashing::FACT)?;
        ledger.hashing = Hashing::numbered(&number)
            .ok_or_else(|| LedgerError::damaged(format!("unknown version of its hashes `{number}`")))?;
        if ledger.hashing >= Hashing::Third {
            let salts = Salts::read(&ledger.fact(Salts::FACT)?);
            ledger.salts = Some(salts.ok_or_else(|| LedgerError::damaged("its salts cannot be read"))?);
        }
        ledger.check_inputs()?;
        ledger.check_version()?;
        Ok(ledger)
    }

    /// Refuses a ledger whose version was lowered: programs of that version would take its contents for damage.
    fn check_version(&self) -> Result<(), LedgerError> {
        if version(&self.connection)? != schema::VERSION {
            return Ok(());
        }
        let needed = schema::version_of(self.header()?.defaults, !self.shared_modules()?.is_empty());
        if needed == schema::VERSION {
            return Ok(());
        }
        let version = schema::VERSION;
        Err(LedgerError::damaged(format!(
            "its schema version is {version}, but its contents need version {needed}"
        )))
    }

    pub(crate) fn fact(&self, name: &str) -> Result<String, LedgerError> {
        self.connection
            .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get::<_, String>(0))
            .optional()
            .map_err(LedgerError::sqlite("read the run's facts"))?
            .ok_or_else(|| LedgerError::damaged(format!("the fact `{name}` is missing")))
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
