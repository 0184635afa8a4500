//! The matches of a ledger: written in batches, read in schedule order.

use std::collections::BTreeSet;

use game::{PerSeat, Seat};
use referee::{AccountKind, Closing, Failure, Loss};
use tournament::{EntrantId, GameResult, MatchKey};

use crate::failure_table::{FAILURES, RawFailure, insert_failure, read_failure};
use crate::log_table::{LOGS, insert_log, read_log};
use crate::match_table::{PlacedRow, StoredRow, insert_match, read_match};
use crate::stage_seals::{Sealing, seal_damage, stage_keys};
use crate::{Ledger, LedgerError, RecordedMatch};

impl Ledger {
    /// Writes a batch of matches. When it returns, all of them are on disk.
    ///
    /// # Errors
    /// If SQLite fails, as on a full disk, or a match is already on record. In that case none of the batch is
    /// written.
    pub fn commit<'a>(
        &mut self,
        batch: impl IntoIterator<Item = &'a RecordedMatch>,
    ) -> Result<(), LedgerError> {
        let doing = "write matches";
        let transaction = self.connection.transaction().map_err(LedgerError::sqlite(doing))?;
        let write = |RecordedMatch { row, parts, .. }: &RecordedMatch| -> rusqlite::Result<()> {
            insert_match(&transaction, row)?;
            for (seat, (loss, closing)) in parts.iter() {
                if let Some(loss) = loss {
                    insert_failure(&transaction, row.key, seat, loss)?;
                }
                insert_log(&transaction, (row.key, seat), closing)?;
            }
            Ok(())
        };
        for whole in batch {
            write(whole).map_err(LedgerError::sqlite(doing))?;
        }
        transaction.commit().map_err(LedgerError::sqlite(doing))
    }

    /// Calls `each` with the matches of a stage, or of all stages, in schedule order. The matches of a single stage
    /// are checked against its seal after all have been read.
    ///
    /// # Errors
    /// If a row cannot be read or the seal does not match, and any error that `each` returns.
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
        let mut sealing = stage.map(|_| Sealing::default());
        let mut rows = statement.query([first, last]).map_err(LedgerError::sqlite(doing))?;
        while let Some(row) = rows.next().map_err(LedgerError::sqlite(doing))? {
            let stored = read_match(row)?;
            if let Some(sealing) = &mut sealing {
                sealing.add(stored.row.key.packed(), &stored.hash);
            }
            each(stored)?;
        }
        if let (Some(stage), Some(sealing)) = (stage, sealing)
            && self.stage_seals(stage)?.is_some_and(|sealed| sealed.matches != sealing.seal())
        {
            return Err(seal_damage(stage, "match").into());
        }
        Ok(())
    }

    /// Returns up to `most` matches after the place `after` in schedule order, or from the first one; empty after the
    /// last.
    ///
    /// # Errors
    /// If the matches cannot be read.
    pub fn matches_after(&self, after: Option<i64>, most: usize) -> Result<Vec<PlacedRow>, LedgerError> {
        let doing = "read matches";
        let mut statement = self
            .connection
            .prepare_cached("SELECT * FROM match WHERE key > ?1 ORDER BY key LIMIT ?2")
            .map_err(LedgerError::sqlite(doing))?;
        let mut rows =
            statement.query([after.unwrap_or(i64::MIN), most as i64]).map_err(LedgerError::sqlite(doing))?;
        let mut matches = Vec::new();
        while let Some(row) = rows.next().map_err(LedgerError::sqlite(doing))? {
            let place = row.get(0).map_err(LedgerError::sqlite(doing))?;
            matches.push(PlacedRow { place, row: read_match(row) });
        }
        Ok(matches)
    }

    /// Calls `each` with the results of a stage's matches in schedule order. Each match is checked against its hash.
    ///
    /// # Errors
    /// If a row cannot be read or does not match its hash, and any error that `each` returns.
    pub fn for_each_result<E: From<LedgerError>>(
        &self,
        stage: u16,
        mut each: impl FnMut(MatchKey, GameResult) -> Result<(), E>,
    ) -> Result<(), E> {
        self.for_each_match(Some(stage), |stored| {
            let row = stored.verified()?;
            let damaged = |error| LedgerError::damaged(format!("match {}: {error}", row.key));
            each(row.key, row.result().map_err(damaged)?)
        })
    }

    /// Returns the last match on record in schedule order.
    ///
    /// # Errors
    /// If the match cannot be read.
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

    /// Returns the number of matches on record.
    ///
    /// # Errors
    /// If the matches cannot be counted.
    pub fn match_count(&self) -> Result<u64, LedgerError> {
        self.connection
            .query_row("SELECT count(*) FROM match", [], |row| row.get::<_, i64>(0))
            .map(|count| count as u64)
            .map_err(LedgerError::sqlite("count the matches"))
    }

    /// Returns the keys of all matches on record.
    ///
    /// # Errors
    /// If the matches cannot be read.
    pub fn match_keys(&self) -> Result<Vec<MatchKey>, LedgerError> {
        let keys: Vec<i64> =
            self.collect("read matches", "SELECT key FROM match ORDER BY key", [], |row| row.get(0))?;
        Ok(keys.into_iter().filter_map(MatchKey::from_packed).collect())
    }

    /// Returns all entrants that have a match on record.
    ///
    /// # Errors
    /// If the matches cannot be read.
    pub fn have_played(&self) -> Result<BTreeSet<EntrantId>, LedgerError> {
        let query = "SELECT first FROM match UNION SELECT second FROM match";
        self.collect("read who has played", query, [], |row| row.get(0).map(EntrantId))
            .map(BTreeSet::from_iter)
    }

    /// Returns the number of matches of a stage on record.
    ///
    /// # Errors
    /// If the matches cannot be counted.
    pub fn matches_of(&self, stage: u16) -> Result<u64, LedgerError> {
        let (first, last) = stage_keys(stage);
        self.connection
            .query_row("SELECT count(*) FROM match WHERE key BETWEEN ?1 AND ?2", [first, last], |row| {
                row.get::<_, i64>(0)
            })
            .map(|count| count as u64)
            .map_err(LedgerError::sqlite("count a stage's matches"))
    }

    /// Returns the match with the given key, if it is on record.
    ///
    /// # Errors
    /// If the match cannot be read.
    pub fn find_match(&self, key: MatchKey) -> Result<Option<StoredRow>, LedgerError> {
        let doing = "read a match";
        let mut statement = self
            .connection
            .prepare_cached("SELECT * FROM match WHERE key = ?1")
            .map_err(LedgerError::sqlite(doing))?;
        let mut rows = statement.query([key.packed()]).map_err(LedgerError::sqlite(doing))?;
        rows.next().map_err(LedgerError::sqlite(doing))?.map(read_match).transpose()
    }

    /// Returns the failures and logs of a match's seats, each checked against its hash.
    ///
    /// # Errors
    /// If the failures or logs cannot be read or do not match their hashes.
    pub fn private_parts(&self, key: MatchKey) -> Result<PerSeat<(Option<Loss>, Closing)>, LedgerError> {
        self.refuse_oversized(key)?;
        let mut parts = PerSeat::<(Option<Loss>, Closing)>::default();
        for (seat, loss) in self.losses(key)? {
            parts[seat].0 = Some(loss);
        }
        for log in self.collect("read logs", &format!("{LOGS} WHERE key = ?1"), [key.packed()], read_log)? {
            let seat = seat_of(log.seat)?;
            parts[seat].1 = log.verified(key)?;
        }
        Ok(parts)
    }

    /// Returns the failures with an account by the interpreter of a script, in schedule order, each checked against
    /// its hash.
    ///
    /// # Errors
    /// If the failures cannot be read or do not match their hashes.
    pub fn accounts(&self) -> Result<Vec<(MatchKey, Seat, Failure)>, LedgerError> {
        let query = "SELECT key, substr(detail, 1, 32) FROM failure ORDER BY key";
        let rows =
            self.collect("read failures", query, [], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
        let mut keys: Vec<i64> =
            rows.into_iter().filter(|(_, begin)| is_account(begin)).map(|(key, _)| key).collect();
        keys.dedup();
        let mut accounts = Vec::new();
        for key in keys {
            let unknown = || LedgerError::damaged(format!("no match has the key {key}"));
            let key = MatchKey::from_packed(key).ok_or_else(unknown)?;
            self.refuse_oversized(key)?;
            let losses = self.losses(key)?.into_iter().map(|(seat, loss)| (key, seat, loss.failure));
            accounts.extend(losses.filter(|(.., failure)| is_account(&failure.detail)));
        }
        Ok(accounts)
    }

    pub(crate) fn losses(&self, key: MatchKey) -> Result<Vec<(Seat, Loss)>, LedgerError> {
        let query = format!("{FAILURES} WHERE key = ?1");
        let rows = self.collect("read failures", &query, [key.packed()], read_failure)?;
        let loss = |failure: RawFailure| Ok((seat_of(failure.seat)?, failure.verified(key)?));
        rows.into_iter().map(loss).collect()
    }
}

fn is_account(detail: &str) -> bool {
    AccountKind::of_line(detail.as_bytes()).is_some()
}

pub(crate) fn seat_of(number: i64) -> Result<Seat, LedgerError> {
    usize::try_from(number)
        .ok()
        .and_then(Seat::from_index)
        .ok_or_else(|| LedgerError::damaged(format!("invalid seat {number}")))
}
