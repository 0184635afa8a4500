//! The ledger itself: SQLite behind a few verbs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use game::{PerSeat, Seat};
use referee::{Closing, Failure, Loss, Record, Ticks};
use rusqlite::{Connection, OptionalExtension, Row, params};
use tempfile::TempDir;
use tournament::rulings::Order;
use tournament::{EntrantId, GameResult, MatchKey, Ruling, Rulings};

use crate::connect::{self, Opened};
use crate::row::{forfeit_number, outcome_number, outcome_of, private_parts};
use crate::ruling::{parse_ruling, ruling_text};
use crate::{EntrantRow, LedgerError, MatchRow, RowDamage, RunFolder, RunHeader, schema, seal};

/// The record of one run, open.
pub struct Ledger {
    connection: Connection,
    /// What is open, where it had to be copied. Goes away behind the connection.
    _copy: Option<TempDir>,
}

/// A row together with the hash that was stored beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRow {
    /// The match.
    pub row: MatchRow,
    /// What stands in its hash column.
    pub hash: [u8; 32],
}

impl StoredRow {
    /// The row, if it is what was written.
    ///
    /// # Errors
    /// When its content does not hash to what stands beside it.
    pub fn verified(self) -> Result<MatchRow, RowDamage> {
        if self.row.hash() == self.hash { Ok(self.row) } else { Err(RowDamage { key: self.row.key }) }
    }
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
    fn check_beginning(&self) -> Result<(), LedgerError> {
        let sealed = self.fact("seal")?;
        let seal = seal::of_beginning(&self.header()?, &self.entrants()?, &self.files()?);
        if blake3::Hash::from_bytes(seal).to_hex().as_str() != sealed {
            let what = "the tournament's text, its files or the entrants are not what the run began with";
            return Err(LedgerError::damaged(what));
        }
        Ok(())
    }

    fn fact(&self, name: &str) -> Result<String, LedgerError> {
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

    /// Writes a batch of matches. When it returns, they are on the disk, all of them.
    ///
    /// # Errors
    /// When SQLite refuses: a full disk, or a match that is there already. None of the batch is written then.
    pub fn commit<'a>(
        &mut self,
        batch: impl IntoIterator<Item = (&'a MatchRow, &'a Record)>,
    ) -> Result<(), LedgerError> {
        let doing = "write matches";
        let transaction = self.connection.transaction().map_err(LedgerError::sqlite(doing))?;
        for (row, record) in batch {
            insert_match(&transaction, row).map_err(LedgerError::sqlite(doing))?;
            insert_private(&transaction, row.key, record).map_err(LedgerError::sqlite(doing))?;
        }
        transaction.commit().map_err(LedgerError::sqlite(doing))
    }

    /// Calls `each` with the matches of a stage, or of all, in schedule order. The matches of one stage are held
    /// against its seal when all have been read.
    ///
    /// # Errors
    /// When a row cannot be read or the seal does not fit, or what `each` gives.
    pub fn for_each_match<E: From<LedgerError>>(
        &self,
        stage: Option<u16>,
        mut each: impl FnMut(StoredRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let doing = "read matches";
        let (first, last) = stage.map_or((i64::MIN, i64::MAX), stage_keys);
        let mut statement = self
            .connection
            .prepare_cached("SELECT * FROM match WHERE key BETWEEN ?1 AND ?2 ORDER BY key")
            .map_err(LedgerError::sqlite(doing))?;
        let mut sealing = Sealing::default();
        let mut rows = statement.query([first, last]).map_err(LedgerError::sqlite(doing))?;
        while let Some(row) = rows.next().map_err(LedgerError::sqlite(doing))? {
            let stored = read_match(row)?;
            sealing.add(stored.row.key.packed(), &stored.hash);
            each(stored)?;
        }
        if let Some(stage) = stage
            && self.stage_seal(stage)?.is_some_and(|sealed| sealed != sealing.seal())
        {
            return Err(seal_damage(stage).into());
        }
        Ok(())
    }

    /// The seal of a stage, if it is complete.
    fn stage_seal(&self, stage: u16) -> Result<Option<[u8; 32]>, LedgerError> {
        self.connection
            .query_row("SELECT seal FROM stage WHERE id = ?1", [i64::from(stage)], |row| row.get(0))
            .optional()
            .map(Option::flatten)
            .map_err(LedgerError::sqlite("read a stage's seal"))
    }

    /// What the tournament makes of a stage's matches, each checked against its hash.
    ///
    /// # Errors
    /// When a row cannot be read or is not what was written.
    pub fn stage_results(&self, stage: u16) -> Result<BTreeMap<MatchKey, GameResult>, LedgerError> {
        let mut results = BTreeMap::new();
        self.for_each_match(Some(stage), |stored| {
            let row = stored.verified().map_err(|error| LedgerError::damaged(error.to_string()))?;
            let damaged = |error| LedgerError::damaged(format!("match {}: {error}", row.key));
            results.insert(row.key, row.result().map_err(damaged)?);
            Ok::<(), LedgerError>(())
        })?;
        Ok(results)
    }

    /// Number of matches played so far.
    ///
    /// # Errors
    /// When they cannot be counted.
    pub fn match_count(&self) -> Result<u64, LedgerError> {
        self.connection
            .query_row("SELECT count(*) FROM match", [], |row| row.get::<_, i64>(0))
            .map(|count| count as u64)
            .map_err(LedgerError::sqlite("count the matches"))
    }

    /// One match.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn find_match(&self, key: MatchKey) -> Result<Option<StoredRow>, LedgerError> {
        let doing = "read a match";
        let mut statement = self
            .connection
            .prepare_cached("SELECT * FROM match WHERE key = ?1")
            .map_err(LedgerError::sqlite(doing))?;
        let mut rows = statement.query([key.packed()]).map_err(LedgerError::sqlite(doing))?;
        rows.next().map_err(LedgerError::sqlite(doing))?.map(read_match).transpose()
    }

    /// How the seats of a match failed, and what they logged.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn private_parts(&self, key: MatchKey) -> Result<PerSeat<(Option<Loss>, Closing)>, LedgerError> {
        let mut parts = PerSeat::<(Option<Loss>, Closing)>::default();
        for (seat, loss) in self.losses(key)? {
            parts[seat].0 = Some(loss);
        }
        let logs = self.collect_for(
            "read logs",
            "SELECT seat, bytes, dropped FROM log WHERE key = ?1",
            key,
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?, row.get::<_, i64>(2)?)),
        )?;
        for (seat, log, dropped) in logs {
            let closing = &mut parts[seat_of(seat)?].1;
            closing.log = log;
            closing.log_dropped = dropped as u64;
        }
        Ok(parts)
    }

    fn losses(&self, key: MatchKey) -> Result<Vec<(Seat, Loss)>, LedgerError> {
        let rows =
            self.collect_for("read failures", &format!("{FAILURES} WHERE key = ?1"), key, read_failure)?;
        rows.into_iter()
            .map(|failure| {
                let seat = seat_of(failure.seat)?;
                Ok((seat, failure.loss(key)?))
            })
            .collect()
    }

    /// Marks a stage complete: writes the seal over its rows' hashes in schedule order.
    ///
    /// # Errors
    /// When the rows cannot be read or the seal cannot be written.
    pub fn seal(&mut self, stage: u16) -> Result<(), LedgerError> {
        let seal = self.seal_of(stage)?;
        self.connection
            .execute(
                "INSERT INTO stage VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET seal = excluded.seal",
                params![i64::from(stage), &seal[..]],
            )
            .map(drop)
            .map_err(LedgerError::sqlite("seal a stage"))
    }

    /// The stages that are complete, in order.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn sealed_stages(&self) -> Result<Vec<u16>, LedgerError> {
        self.collect("read the stages", "SELECT id FROM stage WHERE seal IS NOT NULL ORDER BY id", |row| {
            row.get(0)
        })
    }

    fn seal_of(&self, stage: u16) -> Result<[u8; 32], LedgerError> {
        let mut sealing = Sealing::default();
        let doing = "read a stage's hashes";
        let (first, last) = stage_keys(stage);
        let mut statement = self
            .connection
            .prepare_cached("SELECT key, hash FROM match WHERE key BETWEEN ?1 AND ?2 ORDER BY key")
            .map_err(LedgerError::sqlite(doing))?;
        let mut rows = statement.query([first, last]).map_err(LedgerError::sqlite(doing))?;
        while let Some(row) = rows.next().map_err(LedgerError::sqlite(doing))? {
            let (key, hash): (i64, [u8; 32]) =
                row.get(0).and_then(|key| Ok((key, row.get(1)?))).map_err(LedgerError::sqlite(doing))?;
            sealing.add(key, &hash);
        }
        Ok(sealing.seal())
    }

    /// The rulings in the order they were made.
    ///
    /// # Errors
    /// When they cannot be read, or are not what was written.
    pub fn rulings(&self) -> Result<Rulings, LedgerError> {
        let rows = self.stored_rulings()?;
        let mut previous = NO_RULING;
        let mut rulings = Vec::new();
        for (number, (id, text, hash)) in (1..).zip(rows) {
            let damaged = |what: &str| LedgerError::damaged(format!("ruling {number} {what}"));
            if id != number {
                return Err(damaged("is missing"));
            }
            if hash != seal::of_ruling(&previous, &text) {
                return Err(damaged("is not what was written, or the one before it is not"));
            }
            previous = hash;
            rulings.push(parse_ruling(&text).ok_or_else(|| damaged("cannot be read"))?);
        }
        Rulings::new(rulings).map_err(|error| LedgerError::damaged(error.to_string()))
    }

    fn stored_rulings(&self) -> Result<Vec<(i64, String, [u8; 32])>, LedgerError> {
        self.collect("read the rulings", "SELECT id, text, hash FROM ruling ORDER BY id", |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
    }

    /// Writes a ruling behind the others and gives its number, from 1. A stage of which a game is to be played
    /// again is no longer complete.
    ///
    /// # Errors
    /// When the rulings so far cannot be read, or it cannot be written.
    pub fn add_ruling(&mut self, ruling: &Ruling) -> Result<usize, LedgerError> {
        let rows = self.stored_rulings()?;
        let previous = rows.last().map_or(NO_RULING, |(_, _, hash)| *hash);
        let number = rows.len() + 1;
        let text = ruling_text(ruling);
        let hash = seal::of_ruling(&previous, &text);
        let doing = "write a ruling";
        let transaction = self.connection.transaction().map_err(LedgerError::sqlite(doing))?;
        transaction
            .execute("INSERT INTO ruling VALUES (?1, ?2, ?3)", params![number as i64, text, &hash[..]])
            .map_err(LedgerError::sqlite(doing))?;
        if let Order::Replay { game } = ruling.order {
            transaction
                .execute("UPDATE stage SET seal = NULL WHERE id = ?1", [i64::from(game.stage())])
                .map_err(LedgerError::sqlite(doing))?;
        }
        transaction.commit().map_err(LedgerError::sqlite(doing))?;
        Ok(number)
    }

    /// Reads everything once and says what is not as it was written.
    ///
    /// # Errors
    /// When the ledger cannot be read at all.
    pub fn check(&self) -> Result<Vec<String>, LedgerError> {
        let mut damage = Vec::new();
        let integrity: Vec<String> =
            self.collect("check its pages", "PRAGMA integrity_check", |row| row.get(0))?;
        damage.extend(integrity.into_iter().filter(|line| line != "ok"));
        let mut note = |checked: Result<(), LedgerError>| match checked {
            Err(LedgerError::Damaged { what }) => {
                damage.push(what);
                Ok(())
            }
            other => other,
        };
        note(self.check_beginning())?;
        note(self.rulings().map(drop))?;
        for hash in self.collect("read the modules", "SELECT hash FROM module", |row| row.get(0))? {
            note(self.module(&hash).map(drop))?;
        }
        damage.extend(self.check_matches()?);
        damage.extend(self.check_private_parts()?);
        let seals = self.collect(
            "read the seals",
            "SELECT id, seal FROM stage WHERE seal IS NOT NULL ORDER BY id",
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, [u8; 32]>(1)?)),
        )?;
        for (stage, seal) in seals {
            match u16::try_from(stage) {
                Ok(stage) if self.seal_of(stage)? == seal => {}
                Ok(stage) => damage.push(seal_damage(stage).to_string()),
                Err(_) => damage.push(format!("there is no stage {stage} to be sealed")),
            }
        }
        Ok(damage)
    }

    fn check_matches(&self) -> Result<Vec<String>, LedgerError> {
        let mut damage = Vec::new();
        let doing = "read matches";
        let mut statement = self
            .connection
            .prepare_cached("SELECT * FROM match ORDER BY key")
            .map_err(LedgerError::sqlite(doing))?;
        let mut rows = statement.query([]).map_err(LedgerError::sqlite(doing))?;
        while let Some(row) = rows.next().map_err(LedgerError::sqlite(doing))? {
            match read_match(row) {
                Ok(stored) => damage.extend(stored.verified().err().map(|error| error.to_string())),
                Err(LedgerError::Damaged { what }) => damage.push(what),
                Err(error) => return Err(error),
            }
        }
        Ok(damage)
    }

    /// What belongs to matches and is not in their rows: failures and logs.
    fn check_private_parts(&self) -> Result<Vec<String>, LedgerError> {
        let mut damage = Vec::new();
        let named = |key: i64| {
            MatchKey::from_packed(key).map_or_else(|| format!("with key {key}"), |key| key.to_string())
        };
        let failures = self
            .collect("read failures", FAILURES, |row| Ok((read_failure(row)?, row.get::<_, [u8; 32]>(9)?)))?;
        for (failure, hash) in failures {
            let key = failure.key;
            let fits = MatchKey::from_packed(key).is_some_and(|key| {
                let seat = failure.seat as usize;
                failure.loss(key).is_ok_and(|loss| seal::of_failure(key, seat, &loss) == hash)
            });
            if !fits {
                damage.push(format!("how a seat failed in match {} is not what was written", named(key)));
            }
        }
        let logs = self.collect("read logs", "SELECT key, seat, bytes, dropped, hash FROM log", |row| {
            let closing =
                Closing { log: row.get(2)?, log_dropped: row.get::<_, i64>(3)? as u64, ..Closing::default() };
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, closing, row.get::<_, [u8; 32]>(4)?))
        })?;
        for (key, seat, closing, hash) in logs {
            let fits = MatchKey::from_packed(key)
                .is_some_and(|key| seal::of_log(key, seat as usize, &closing) == hash);
            if !fits {
                damage.push(format!("a log of match {} is not what was written", named(key)));
            }
        }
        let lost = "SELECT key FROM match WHERE \
                    (forfeit & 1 AND NOT EXISTS (SELECT 1 FROM failure f WHERE f.key = match.key AND f.seat = 0)) \
                    OR (forfeit & 2 AND NOT EXISTS (SELECT 1 FROM failure f WHERE f.key = match.key AND f.seat = 1))";
        for key in self.collect("read failures", lost, |row| row.get(0))? {
            damage.push(format!("how a seat failed in match {} is missing", named(key)));
        }
        let orphans = "SELECT key FROM failure WHERE key NOT IN (SELECT key FROM match) \
                       UNION SELECT key FROM log WHERE key NOT IN (SELECT key FROM match)";
        for key in self.collect("read failures", orphans, |row| row.get(0))? {
            damage.push(format!("match {} is missing, though something of it is there", named(key)));
        }
        Ok(damage)
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

    fn collect<T>(
        &self,
        doing: &'static str,
        query: &str,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, LedgerError> {
        let mut statement = self.connection.prepare_cached(query).map_err(LedgerError::sqlite(doing))?;
        let rows = statement.query_map([], read).map_err(LedgerError::sqlite(doing))?;
        rows.collect::<Result<_, _>>().map_err(LedgerError::sqlite(doing))
    }

    fn collect_for<T>(
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

/// The seal over a stage's rows as they go by in schedule order.
#[derive(Default)]
struct Sealing(blake3::Hasher);

impl Sealing {
    fn add(&mut self, key: i64, hash: &[u8; 32]) {
        self.0.update(&key.to_le_bytes());
        self.0.update(hash);
    }

    fn seal(&self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

fn seal_damage(stage: u16) -> LedgerError {
    let number = u32::from(stage) + 1;
    LedgerError::damaged(format!("stage {number} is not what was sealed: a match was changed, added or lost"))
}

/// What stands for the hash before the first ruling.
const NO_RULING: [u8; 32] = [0; 32];

/// Failures, for [`read_failure`].
const FAILURES: &str =
    "SELECT key, seat, fault, detail, backtrace, ply, position, view, spent, hash FROM failure";

/// A row of `failure` as SQLite has it.
struct RawFailure {
    key: i64,
    seat: i64,
    fault: String,
    detail: String,
    backtrace: String,
    ply: u32,
    position: String,
    view: Vec<u8>,
    spent: i64,
}

fn read_failure(row: &Row<'_>) -> rusqlite::Result<RawFailure> {
    Ok(RawFailure {
        key: row.get(0)?,
        seat: row.get(1)?,
        fault: row.get(2)?,
        detail: row.get(3)?,
        backtrace: row.get(4)?,
        ply: row.get(5)?,
        position: row.get(6)?,
        view: row.get(7)?,
        spent: row.get(8)?,
    })
}

impl RawFailure {
    fn loss(self, key: MatchKey) -> Result<Loss, LedgerError> {
        let fault =
            self.fault.parse().map_err(|error| LedgerError::damaged(format!("match {key}: {error}")))?;
        let failure = Failure { fault, detail: self.detail, backtrace: lines(&self.backtrace) };
        let RawFailure { ply, position, view, spent, .. } = self;
        Ok(Loss { failure, ply, position, view, spent: Ticks(spent as u64) })
    }
}

/// Lines that were joined.
fn lines(text: &str) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() }
}

/// The first and the last key of a stage.
fn stage_keys(stage: u16) -> (i64, i64) {
    let first = |stage| MatchKey::new(stage, 0, 0, 0).map_or(i64::MAX, MatchKey::packed);
    (first(stage), first(stage.saturating_add(1)) - 1)
}

fn insert_match(connection: &Connection, row: &MatchRow) -> rusqlite::Result<()> {
    let metrics = row.metrics.as_ref().map(|values| join(values));
    connection
        .prepare_cached("INSERT INTO match VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16)")?
        .execute(params![
            row.key.packed(),
            row.entrants[Seat::First].0,
            row.entrants[Seat::Second].0,
            row.start,
            outcome_number(row.outcome),
            row.reason,
            forfeit_number(row.forfeit),
            row.plies,
            metrics[Seat::First],
            metrics[Seat::Second],
            row.spent[Seat::First].0 as i64,
            row.spent[Seat::Second].0 as i64,
            row.memory[Seat::First] as i64,
            row.memory[Seat::Second] as i64,
            row.transcript,
            &row.hash()[..],
        ])?;
    Ok(())
}

fn insert_private(connection: &Connection, key: MatchKey, record: &Record) -> rusqlite::Result<()> {
    for (seat, loss, closing) in private_parts(record) {
        if let Some(loss) = loss {
            connection
                .prepare_cached("INSERT INTO failure VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10)")?
                .execute(params![
                    key.packed(),
                    seat.index() as i64,
                    loss.failure.fault.to_string(),
                    loss.failure.detail,
                    loss.failure.backtrace.join("\n"),
                    loss.ply,
                    loss.position,
                    loss.view,
                    loss.spent.0 as i64,
                    &seal::of_failure(key, seat.index(), loss)[..],
                ])?;
        }
        if !closing.log.is_empty() || closing.log_dropped > 0 {
            connection.prepare_cached("INSERT INTO log VALUES (?1,?2,?3,?4,?5)")?.execute(params![
                key.packed(),
                seat.index() as i64,
                closing.log,
                closing.log_dropped as i64,
                &seal::of_log(key, seat.index(), closing)[..],
            ])?;
        }
    }
    Ok(())
}

fn read_match(row: &Row<'_>) -> Result<StoredRow, LedgerError> {
    let (raw, hash) = read_columns(row).map_err(LedgerError::sqlite("read matches"))?;
    let damaged = |what: &str| LedgerError::damaged(format!("match with key {}: {what}", raw.key));
    let key = MatchKey::from_packed(raw.key).ok_or_else(|| damaged("no such place in a schedule"))?;
    let metrics = |text: &str| split(text).ok_or_else(|| damaged("metrics that are no numbers"));
    let [first, second] = &raw.metrics;
    Ok(StoredRow {
        row: MatchRow {
            key,
            entrants: PerSeat(raw.entrants.map(EntrantId)),
            start: raw.start,
            outcome: outcome_of(raw.outcome).ok_or_else(|| damaged("an unknown outcome"))?,
            reason: raw.reason,
            forfeit: PerSeat::new(raw.forfeit & 1 != 0, raw.forfeit & 2 != 0),
            plies: raw.plies,
            metrics: PerSeat::new(metrics(first)?, metrics(second)?),
            spent: PerSeat(raw.spent.map(|ticks| Ticks(ticks as u64))),
            memory: PerSeat(raw.memory.map(|bytes| bytes as u64)),
            transcript: raw.transcript,
        },
        hash,
    })
}

/// The columns of a match as SQLite has them.
struct RawMatch {
    key: i64,
    entrants: [u32; 2],
    start: Option<String>,
    outcome: i64,
    reason: String,
    forfeit: i64,
    plies: u32,
    metrics: [String; 2],
    spent: [i64; 2],
    memory: [i64; 2],
    transcript: Vec<u8>,
}

fn read_columns(row: &Row<'_>) -> rusqlite::Result<(RawMatch, [u8; 32])> {
    let raw = RawMatch {
        key: row.get(0)?,
        entrants: [row.get(1)?, row.get(2)?],
        start: row.get(3)?,
        outcome: row.get(4)?,
        reason: row.get(5)?,
        forfeit: row.get(6)?,
        plies: row.get(7)?,
        metrics: [row.get(8)?, row.get(9)?],
        spent: [row.get(10)?, row.get(11)?],
        memory: [row.get(12)?, row.get(13)?],
        transcript: row.get(14)?,
    };
    Ok((raw, row.get(15)?))
}

fn seat_of(number: i64) -> Result<Seat, LedgerError> {
    usize::try_from(number)
        .ok()
        .and_then(Seat::from_index)
        .ok_or_else(|| LedgerError::damaged(format!("there is no seat {number}")))
}

fn join(values: &[i64]) -> String {
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    words.join(" ")
}

fn split(text: &str) -> Option<Vec<i64>> {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}
