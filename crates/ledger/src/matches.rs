//! Matches in the ledger: written in batches, read in schedule order.

use std::collections::BTreeSet;

use game::{PerSeat, Seat};
use referee::{Closing, Loss, Record};
use tournament::{EntrantId, GameResult, MatchKey};

use crate::failure_table::{FAILURES, insert_failure, read_failure};
use crate::hashing::Hashing;
use crate::log_table::{LOGS, insert_log, read_log};
use crate::match_table::{StoredRow, insert_match, read_match};
use crate::stage_seals::{Sealing, seal_damage, stage_keys};
use crate::{Ledger, LedgerError, MatchRow};

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
        let hashing = self.hashing;
        let transaction = self.connection.transaction().map_err(LedgerError::sqlite(doing))?;
        let write = |row: &MatchRow, record: &Record| -> rusqlite::Result<()> {
            insert_match(&transaction, row)?;
            for seat in Seat::BOTH {
                if let Some(loss) = &record.losses[seat] {
                    insert_failure(&transaction, row.key, seat, loss)?;
                }
                insert_log(&transaction, (row.key, seat), &record.closings[seat], hashing)?;
            }
            Ok(())
        };
        for (row, record) in batch {
            write(row, record).map_err(LedgerError::sqlite(doing))?;
        }
        transaction.commit().map_err(LedgerError::sqlite(doing))
    }

    /// Calls `each` with the matches of a stage, or of all, in schedule order. The matches of one stage are held
    /// against its seal when all have been read.
    ///
    /// # Errors
    /// When a row cannot be read or the seal does not fit, or an error of `each`.
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
    /// When a row cannot be read or is not what was written, or an error of `each`.
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

    /// Whether it is on record in which ply each part of a log was written. A run that began before schema 6 does
    /// not have it.
    pub fn keeps_log_marks(&self) -> bool {
        self.hashing == Hashing::Second
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
        for log in self.collect_for("read logs", &format!("{LOGS} WHERE key = ?1"), key, read_log)? {
            let seat = seat_of(log.seat)?;
            parts[seat].1 = log.closing(self.hashing)?;
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

pub(crate) fn seat_of(number: i64) -> Result<Seat, LedgerError> {
    usize::try_from(number)
        .ok()
        .and_then(Seat::from_index)
        .ok_or_else(|| LedgerError::damaged(format!("invalid seat {number}")))
}
