//! The ledger itself: opening and creating it, and common queries.

use files::TemporaryDir;
use rusqlite::{Connection, Params, Row};

use crate::connect::{self, OpenDatabase};
use crate::salts::Salts;
use crate::shared_modules::SharedModules;
use crate::tables::check_tables;
use crate::version::version;
use crate::{Inputs, LedgerError, RunFolder, inputs, new_ledger, schema, seal};

/// The open record of a run.
pub struct Ledger {
    pub(crate) connection: Connection,
    /// The secret of the salts of its root.
    pub(crate) salts: Salts,
    /// The modules that it names by hash and does not have itself.
    pub(crate) shared: SharedModules,
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
        new_ledger::put(folder, fill)?;
        Ledger::open(folder)
    }

    /// Opens the run in a folder to resume it. The caller holds the folder's lock.
    ///
    /// # Errors
    /// Returns an error if the run does not exist, or if its ledger is unreadable, damaged or of an unknown schema.
    pub fn open(folder: &RunFolder) -> Result<Ledger, LedgerError> {
        refuse_no_run(folder)?;
        version(&connect::to_read(&folder.ledger())?.connection)?;
        let opened = connect::to_write(&folder.ledger())?;
        // Check the tables first: checking pages evaluates expressions that a foreign schema defines.
        check_tables(&opened.connection, schema::CREATE)?;
        connect::check_pages(&opened.connection)?;
        connect::settle(&opened.connection)?;
        Ledger::checked(folder, opened)
    }

    /// Opens the run in a folder for reading. The folder may come from an untrusted source: SQLite trusts nothing in
    /// the file, and nothing in the folder is changed, unless a write-ahead log has to be read.
    ///
    /// # Errors
    /// As [`Ledger::open`].
    pub fn open_read_only(folder: &RunFolder) -> Result<Ledger, LedgerError> {
        refuse_no_run(folder)?;
        let opened = connect::to_read(&folder.ledger())?;
        version(&opened.connection)?;
        check_tables(&opened.connection, schema::CREATE)?;
        Ledger::checked(folder, opened)
    }

    /// Returns the ledger after checking it. Its tables were checked before.
    fn checked(
        folder: &RunFolder,
        OpenDatabase { connection, copy }: OpenDatabase,
    ) -> Result<Ledger, LedgerError> {
        let shared = SharedModules::above(folder);
        let mut ledger = Ledger { connection, salts: Salts::default(), shared, _copy: copy };
        match &*ledger.fact(seal::HASHING)? {
            seal::VERSION => {}
            "1" | "2" => return Err(LedgerError::OldHashes),
            other => return Err(LedgerError::damaged(format!("unknown version of its hashes `{other}`"))),
        }
        let salts = Salts::read(&ledger.fact(Salts::FACT)?);
        ledger.salts = salts.ok_or_else(|| LedgerError::damaged("its salts cannot be read"))?;
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
        let missing = || LedgerError::damaged(format!("the fact `{name}` is missing"));
        self.fact_if_there(name)?.ok_or_else(missing)
    }

    pub(crate) fn fact_if_there(&self, name: &str) -> Result<Option<String>, LedgerError> {
        let query = "SELECT value FROM meta WHERE name = ?1";
        Ok(self.collect("read the run's facts", query, [name], |row| row.get(0))?.pop())
    }

    pub(crate) fn collect<T>(
        &self,
        doing: &'static str,
        query: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, LedgerError> {
        let mut statement = self.connection.prepare_cached(query).map_err(LedgerError::sqlite(doing))?;
        let rows = statement.query_map(values, read).map_err(LedgerError::sqlite(doing))?;
        rows.collect::<Result<_, _>>().map_err(LedgerError::sqlite(doing))
    }
}

fn refuse_no_run(folder: &RunFolder) -> Result<(), LedgerError> {
    if folder.holds_run() { Ok(()) } else { Err(LedgerError::NoRun { path: folder.root().to_owned() }) }
}
