//! The ledger itself: SQLite behind a few verbs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, params};
use tempfile::TempDir;
use tournament::MatchKey;

use crate::connect::{self, Opened};
use crate::matches::lines;
use crate::{EntrantRow, LedgerError, RunFolder, RunHeader, schema, seal};

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
    /// ends: the run's facts, modules and entrants are written to a file of another name, which is then renamed.
    pub fn create(
        folder: &RunFolder,
        header: &RunHeader,
        entrants: &[EntrantRow],
        modules: &[(&[u8; 32], &[u8])],
        files: &BTreeMap<String, String>,
    ) -> Result<Ledger, LedgerError> {
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
            begin(&connection, header, entrants, modules, files)
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
            None => Ok(ledger),
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
        ledger.check_beginning()?;
        Ok(ledger)
    }

    /// Whether what is fixed when a run begins is what was written then.
    pub(crate) fn check_beginning(&self) -> Result<(), LedgerError> {
        let sealed = self.fact("seal")?;
        let seal = seal::of_beginning(&self.header()?, &self.entrants()?, &self.files()?);
        if blake3::Hash::from_bytes(seal).to_hex().as_str() != sealed {
            let what = "the tournament's text, its files or the entrants are not what the run began with";
            return Err(LedgerError::damaged(what));
        }
        Ok(())
    }

    pub(crate) fn fact(&self, name: &str) -> Result<String, LedgerError> {
        self.connection
            .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get::<_, String>(0))
            .optional()
            .map_err(LedgerError::sqlite("read the run's facts"))?
            .ok_or_else(|| LedgerError::damaged(format!("the fact `{name}` is missing")))
    }

    /// The facts fixed at the run's beginning.
    ///
    /// # Errors
    /// When one is missing or cannot be read.
    pub fn header(&self) -> Result<RunHeader, LedgerError> {
        let seed = self.fact("run_seed")?;
        Ok(RunHeader {
            toml: self.fact("toml")?,
            toml_name: self.fact("toml_name")?,
            fingerprint: self.fact("fingerprint")?,
            seed: seed.parse().map_err(|_| LedgerError::damaged(format!("the run's seed is `{seed}`")))?,
        })
    }

    /// The entrants in the order of their ids.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn entrants(&self) -> Result<Vec<EntrantRow>, LedgerError> {
        self.collect(
            "read the entrants",
            "SELECT name, bot, module, settings, guest, refusal FROM entrant ORDER BY id",
            |row| {
                let refusal: String = row.get(5)?;
                Ok(EntrantRow {
                    name: row.get(0)?,
                    bot: row.get(1)?,
                    module: row.get::<_, Option<[u8; 32]>>(2)?,
                    settings: row.get(3)?,
                    guest: row.get(4)?,
                    refusal: lines(&refusal),
                })
            },
        )
    }

    /// The other texts that were read when the run began, by the names that the tournament's text has for them.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn files(&self) -> Result<BTreeMap<String, String>, LedgerError> {
        let files = self.collect("read the files", "SELECT name, bytes FROM file", |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, Vec<u8>>(1)?))
        })?;
        let text = |(name, bytes): (String, Vec<u8>)| match String::from_utf8(bytes) {
            Ok(text) => Ok((name, text)),
            Err(_) => Err(LedgerError::damaged(format!("the file {name} is no text"))),
        };
        files.into_iter().map(text).collect()
    }

    /// A module's bytes, if the run has it and they are what the hash says.
    ///
    /// # Errors
    /// When it cannot be read, or is not what the hash says.
    pub fn module(&self, hash: &[u8; 32]) -> Result<Option<Vec<u8>>, LedgerError> {
        let bytes: Option<Vec<u8>> = self
            .connection
            .query_row("SELECT bytes FROM module WHERE hash = ?1", [&hash[..]], |row| row.get(0))
            .optional()
            .map_err(LedgerError::sqlite("read a module"))?;
        match bytes {
            Some(bytes) if blake3::hash(&bytes) != blake3::Hash::from_bytes(*hash) => {
                Err(LedgerError::damaged(format!(
                    "the module {} has other bytes",
                    blake3::Hash::from_bytes(*hash)
                )))
            }
            bytes => Ok(bytes),
        }
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

/// Writes what is fixed when a run begins.
fn begin(
    connection: &Connection,
    header: &RunHeader,
    entrants: &[EntrantRow],
    modules: &[(&[u8; 32], &[u8])],
    files: &BTreeMap<String, String>,
) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    transaction.execute_batch(schema::CREATE)?;
    transaction.pragma_update(None, "user_version", schema::VERSION)?;
    let seed = header.seed.to_string();
    let seal = blake3::Hash::from_bytes(seal::of_beginning(header, entrants, files)).to_hex().to_string();
    let facts = [
        ("toml", &header.toml),
        ("toml_name", &header.toml_name),
        ("fingerprint", &header.fingerprint),
        ("run_seed", &seed),
        ("seal", &seal),
    ];
    for (name, value) in facts {
        transaction.execute("INSERT INTO meta VALUES (?1, ?2)", params![name, value])?;
    }
    for (hash, bytes) in modules {
        transaction.execute("INSERT OR IGNORE INTO module VALUES (?1, ?2)", params![&hash[..], bytes])?;
    }
    for (name, text) in files {
        transaction.execute("INSERT INTO file VALUES (?1, ?2)", params![name, text.as_bytes()])?;
    }
    for (id, entrant) in entrants.iter().enumerate() {
        transaction.execute(
            "INSERT INTO entrant VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                id as i64,
                entrant.name,
                entrant.bot,
                entrant.module.as_ref().map(|hash| &hash[..]),
                entrant.settings,
                entrant.guest,
                entrant.refusal.join("\n"),
            ],
        )?;
    }
    transaction.commit()
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
