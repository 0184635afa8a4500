//! Matches in the ledger: written in batches, read in schedule order.

use std::collections::BTreeSet;

use game::{PerSeat, Seat};
use referee::{Closing, Failure, Loss, Record, Ticks};
use rusqlite::{Connection, Row, params};
use tournament::{EntrantId, GameResult, MatchKey};

use crate::row::{forfeit_number, outcome_number, outcome_of, private_parts};
use crate::stage_seals::{Sealing, seal_damage, stage_keys};
use crate::{Ledger, LedgerError, MatchRow, RowDamage, seal};

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
            && self.stage_seals(stage)?.is_some_and(|sealed| sealed.matches != sealing.seal())
        {
            return Err(seal_damage(stage, "match").into());
        }
        Ok(())
    }

    /// The next matches after one in schedule order, or from the first, at most the given number of them. Returns none
    /// behind the last.
    ///
    /// # Errors
    /// When a row cannot be read.
    pub fn matches_after(&self, after: Option<MatchKey>, most: usize) -> Result<Vec<StoredRow>, LedgerError> {
        let doing = "read matches";
        let mut statement = self
            .connection
            .prepare_cached("SELECT * FROM match WHERE key > ?1 ORDER BY key LIMIT ?2")
            .map_err(LedgerError::sqlite(doing))?;
        let after = after.map_or(i64::MIN, MatchKey::packed);
        let mut rows = statement.query([after, most as i64]).map_err(LedgerError::sqlite(doing))?;
        let mut matches = Vec::new();
        while let Some(row) = rows.next().map_err(LedgerError::sqlite(doing))? {
            matches.push(read_match(row)?);
        }
        Ok(matches)
    }

    /// Calls `each` with what the tournament makes of a stage's matches, each checked against its hash, in
    /// schedule order.
    ///
    /// # Errors
    /// When a row cannot be read or is not what was written, or what `each` gives.
    pub fn for_each_result<E: From<LedgerError>>(
        &self,
        stage: u16,
        mut each: impl FnMut(MatchKey, GameResult) -> Result<(), E>,
    ) -> Result<(), E> {
        self.for_each_match(Some(stage), |stored| {
            let row = stored.verified().map_err(|error| LedgerError::damaged(error.to_string()))?;
            let damaged = |error| LedgerError::damaged(format!("match {}: {error}", row.key));
            each(row.key, row.result().map_err(damaged)?)
        })
    }

    /// The last match on record in schedule order.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn last_match(&self) -> Result<Option<MatchKey>, LedgerError> {
        let last: Option<i64> = self
            .connection
            .query_row("SELECT max(key) FROM match", [], |row| row.get(0))
            .map_err(LedgerError::sqlite("read the last match"))?;
        let key = |last| {
            MatchKey::from_packed(last)
                .ok_or_else(|| LedgerError::damaged(format!("no match has the key {last}")))
        };
        last.map(key).transpose()
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

    /// Everybody who has a match on record.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn have_played(&self) -> Result<BTreeSet<EntrantId>, LedgerError> {
        let query = "SELECT first FROM match UNION SELECT second FROM match";
        self.collect("read who has played", query, |row| row.get(0).map(EntrantId)).map(BTreeSet::from_iter)
    }

    /// Number of matches of a stage played so far.
    ///
    /// # Errors
    /// When they cannot be counted.
    pub fn matches_of(&self, stage: u16) -> Result<u64, LedgerError> {
        let (first, last) = stage_keys(stage);
        self.connection
            .query_row("SELECT count(*) FROM match WHERE key BETWEEN ?1 AND ?2", [first, last], |row| {
                row.get::<_, i64>(0)
            })
            .map(|count| count as u64)
            .map_err(LedgerError::sqlite("count a stage's matches"))
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

    pub(crate) fn losses(&self, key: MatchKey) -> Result<Vec<(Seat, Loss)>, LedgerError> {
        let rows =
            self.collect_for("read failures", &format!("{FAILURES} WHERE key = ?1"), key, read_failure)?;
        rows.into_iter()
            .map(|failure| {
                let seat = seat_of(failure.seat)?;
                Ok((seat, failure.loss(key)?))
            })
            .collect()
    }
}

/// Failures, for [`read_failure`].
pub(crate) const FAILURES: &str =
    "SELECT key, seat, fault, detail, backtrace, ply, position, view, spent, hash FROM failure";

/// A row of `failure` as SQLite has it.
pub(crate) struct RawFailure {
    pub(crate) key: i64,
    pub(crate) seat: i64,
    pub(crate) fault: String,
    pub(crate) detail: String,
    pub(crate) backtrace: String,
    pub(crate) ply: u32,
    pub(crate) position: String,
    pub(crate) view: Vec<u8>,
    pub(crate) spent: i64,
}

pub(crate) fn read_failure(row: &Row<'_>) -> rusqlite::Result<RawFailure> {
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
    pub(crate) fn loss(self, key: MatchKey) -> Result<Loss, LedgerError> {
        let fault =
            self.fault.parse().map_err(|error| LedgerError::damaged(format!("match {key}: {error}")))?;
        let failure = Failure { fault, detail: self.detail, backtrace: lines(&self.backtrace) };
        let RawFailure { ply, position, view, spent, .. } = self;
        Ok(Loss { failure, ply, position, view, spent: Ticks(spent as u64) })
    }
}

/// Lines that were joined.
pub(crate) fn lines(text: &str) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() }
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

pub(crate) fn read_match(row: &Row<'_>) -> Result<StoredRow, LedgerError> {
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

pub(crate) fn seat_of(number: i64) -> Result<Seat, LedgerError> {
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
