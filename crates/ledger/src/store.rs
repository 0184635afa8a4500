//! The ledger itself: SQLite behind a few verbs.

use std::collections::BTreeMap;
use std::path::Path;

use game::{PerSeat, Seat};
use referee::{Closing, Failure, Loss, Record, Ticks};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, config::DbConfig, params};
use tournament::{EntrantId, GameResult, MatchKey};

use crate::row::{forfeit_number, outcome_number, outcome_of, private_parts};
use crate::{EntrantRow, LedgerError, MatchRow, RowDamage, RunFolder, RunHeader, schema};

/// The oldest SQLite without the write-ahead-log bug that was found in 2026, as `sqlite3_libversion_number`.
const OLDEST_SQLITE: i32 = 3_051_003;

/// The record of one run, open.
pub struct Ledger {
    connection: Connection,
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
    /// When the file cannot be written. Nothing half-made is left: the run's facts, modules and entrants are
    /// written in one transaction.
    pub fn create(
        folder: &RunFolder,
        header: &RunHeader,
        entrants: &[EntrantRow],
        modules: &[(&[u8; 32], &[u8])],
        files: &BTreeMap<String, String>,
    ) -> Result<Ledger, LedgerError> {
        let ledger = Ledger::connect(
            &folder.ledger(),
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
        )?;
        let doing = "begin the run";
        ledger.begin(header, entrants, modules, files).map_err(LedgerError::sqlite(doing))?;
        Ok(ledger)
    }

    fn begin(
        &self,
        header: &RunHeader,
        entrants: &[EntrantRow],
        modules: &[(&[u8; 32], &[u8])],
        files: &BTreeMap<String, String>,
    ) -> rusqlite::Result<()> {
        let transaction = self.connection.unchecked_transaction()?;
        transaction.execute_batch(schema::CREATE)?;
        transaction.pragma_update(None, "user_version", schema::VERSION)?;
        let seed = header.seed.to_string();
        let facts = [
            ("toml", &header.toml),
            ("toml_name", &header.toml_name),
            ("fingerprint", &header.fingerprint),
            ("run_seed", &seed),
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

    /// Opens the run in a folder to go on with it.
    ///
    /// # Errors
    /// When there is none, or it cannot be read, or another version wrote it.
    pub fn open(folder: &RunFolder) -> Result<Ledger, LedgerError> {
        Ledger::open_with(folder, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Opens the run in a folder to read it. The folder may come from anybody: SQLite trusts nothing in the
    /// file.
    ///
    /// # Errors
    /// As [`Ledger::open`].
    pub fn open_read_only(folder: &RunFolder) -> Result<Ledger, LedgerError> {
        Ledger::open_with(folder, OpenFlags::SQLITE_OPEN_READ_ONLY)
    }

    fn open_with(folder: &RunFolder, flags: OpenFlags) -> Result<Ledger, LedgerError> {
        if !folder.holds_run() {
            return Err(LedgerError::NoRun { path: folder.root().to_owned() });
        }
        let ledger = Ledger::connect(&folder.ledger(), flags)?;
        let found = ledger
            .connection
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(LedgerError::sqlite("read its version"))?;
        if found != schema::VERSION {
            return Err(LedgerError::UnknownSchema { found, known: schema::VERSION });
        }
        Ok(ledger)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Ledger, LedgerError> {
        if rusqlite::version_number() < OLDEST_SQLITE {
            return Err(LedgerError::OldSqlite { found: rusqlite::version() });
        }
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .and_then(|connection| {
                settle(&connection, flags.contains(OpenFlags::SQLITE_OPEN_READ_WRITE))?;
                Ok(connection)
            })
            .map_err(LedgerError::sqlite("open it"))?;
        Ok(Ledger { connection })
    }

    /// The facts fixed at the run's beginning.
    ///
    /// # Errors
    /// When one is missing or cannot be read.
    pub fn header(&self) -> Result<RunHeader, LedgerError> {
        let fact = |name: &str| {
            self.connection
                .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get::<_, String>(0))
                .optional()
                .map_err(LedgerError::sqlite("read the run's facts"))?
                .ok_or_else(|| LedgerError::damaged(format!("the fact `{name}` is missing")))
        };
        let seed = fact("run_seed")?;
        Ok(RunHeader {
            toml: fact("toml")?,
            toml_name: fact("toml_name")?,
            fingerprint: fact("fingerprint")?,
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
                    refusal: refusal.lines().map(str::to_owned).collect(),
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

    /// Calls `each` with the matches of a stage, or of all, in schedule order.
    ///
    /// # Errors
    /// When a row cannot be read, or what `each` gives.
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
        let mut rows = statement.query([first, last]).map_err(LedgerError::sqlite(doing))?;
        while let Some(row) = rows.next().map_err(LedgerError::sqlite(doing))? {
            each(read_match(row)?)?;
        }
        Ok(())
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
        let query =
            "SELECT seat, fault, detail, backtrace, ply, position, view, spent FROM failure WHERE key = ?1";
        let rows = self.collect_for("read failures", query, key, |row| {
            let backtrace: String = row.get(3)?;
            let loss = (
                row.get::<_, String>(2)?,
                backtrace,
                row.get(4)?,
                row.get(5)?,
                row.get(6)?,
                row.get::<_, i64>(7)?,
            );
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, loss))
        })?;
        rows.into_iter()
            .map(|(seat, fault, (detail, backtrace, ply, position, view, spent))| {
                let fault =
                    fault.parse().map_err(|error| LedgerError::damaged(format!("match {key}: {error}")))?;
                let backtrace = backtrace.lines().map(str::to_owned).collect();
                let failure = Failure { fault, detail, backtrace };
                Ok((seat_of(seat)?, Loss { failure, ply, position, view, spent: Ticks(spent as u64) }))
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
        let mut hasher = blake3::Hasher::new();
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
            hasher.update(&key.to_le_bytes());
            hasher.update(&hash);
        }
        Ok(hasher.finalize().into())
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
        self.for_each_match(None, |stored| {
            damage.extend(stored.verified().err().map(|error| error.to_string()));
            Ok::<(), LedgerError>(())
        })?;
        let seals = self.collect(
            "read the seals",
            "SELECT id, seal FROM stage WHERE seal IS NOT NULL ORDER BY id",
            |row| Ok((row.get::<_, u16>(0)?, row.get::<_, [u8; 32]>(1)?)),
        )?;
        for (stage, seal) in seals {
            if self.seal_of(stage)? != seal {
                damage.push(format!(
                    "stage {stage} is not what was sealed: a match was changed, added or lost"
                ));
            }
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

/// Durable when writing, distrustful always.
fn settle(connection: &Connection, writing: bool) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.pragma_update(None, "mmap_size", 0)?;
    if writing {
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
    }
    Ok(())
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
            connection.prepare_cached("INSERT INTO failure VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9)")?.execute(
                params![
                    key.packed(),
                    seat.index() as i64,
                    loss.failure.fault.to_string(),
                    loss.failure.detail,
                    loss.failure.backtrace.join("\n"),
                    loss.ply,
                    loss.position,
                    loss.view,
                    loss.spent.0 as i64,
                ],
            )?;
        }
        if !closing.log.is_empty() || closing.log_dropped > 0 {
            connection.prepare_cached("INSERT INTO log VALUES (?1,?2,?3,?4)")?.execute(params![
                key.packed(),
                seat.index() as i64,
                closing.log,
                closing.log_dropped as i64,
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
