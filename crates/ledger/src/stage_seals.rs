//! Seals over a stage's matches, failures and logs in schedule order.

use rusqlite::{OptionalExtension, Row, Rows, params};
use tournament::MatchKey;

use crate::{Ledger, LedgerError, schema};

/// Queries for the key, seat and hash of a stage's rows.
const MATCHES: &str = "SELECT key, 0, hash FROM match WHERE key BETWEEN ?1 AND ?2 ORDER BY key";
const FAILURES: &str = "SELECT key, seat, hash FROM failure WHERE key BETWEEN ?1 AND ?2 ORDER BY key, seat";
const LOGS: &str = "SELECT key, seat, hash FROM log WHERE key BETWEEN ?1 AND ?2 ORDER BY key, seat";

/// The hashes of a match: of its row, and for each seat of its failure and its log, if it has them.
pub struct MatchHashes {
    pub(crate) key: MatchKey,
    pub(crate) row: [u8; 32],
    pub(crate) failures: [Option<[u8; 32]>; 2],
    pub(crate) logs: [Option<[u8; 32]>; 2],
}

/// The seals of a complete stage: one hash for each of its three tables, over the rows in schedule order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StageSeals {
    pub(crate) matches: [u8; 32],
    pub(crate) failures: [u8; 32],
    pub(crate) logs: [u8; 32],
}

impl StageSeals {
    fn read(row: &Row<'_>) -> rusqlite::Result<StageSeals> {
        Ok(StageSeals { matches: row.get(0)?, failures: row.get(1)?, logs: row.get(2)? })
    }

    /// Returns the parts of a stage that were changed, given the seals of its current rows.
    pub(crate) fn differences(&self, found: &StageSeals) -> impl Iterator<Item = &'static str> + use<> {
        let parts = [
            ("match", self.matches == found.matches),
            ("failure", self.failures == found.failures),
            ("log", self.logs == found.logs),
        ];
        parts.into_iter().filter(|(_, is_same)| !is_same).map(|(what, _)| what)
    }
}

/// Computes a seal over rows in schedule order: the key of each, its seat if it has one, and its hash.
#[derive(Default)]
pub(crate) struct Sealing(blake3::Hasher);

impl Sealing {
    pub(crate) fn add(&mut self, key: i64, hash: &[u8; 32]) {
        self.0.update(&key.to_le_bytes());
        self.0.update(hash);
    }

    fn add_of_seat(&mut self, key: i64, seat: i64, hash: &[u8; 32]) {
        self.0.update(&key.to_le_bytes());
        self.0.update(&seat.to_le_bytes());
        self.0.update(hash);
    }

    pub(crate) fn seal(&self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

impl Ledger {
    /// Returns the seals of a stage, if it is complete.
    pub(crate) fn stage_seals(&self, stage: u16) -> Result<Option<StageSeals>, LedgerError> {
        self.connection
            .query_row(
                "SELECT matches, failures, logs FROM stage WHERE id = ?1 AND matches IS NOT NULL",
                [i64::from(stage)],
                StageSeals::read,
            )
            .optional()
            .map_err(LedgerError::sqlite("read a stage's seals"))
    }

    /// Marks a stage as complete by writing the seals over its recorded matches.
    ///
    /// # Errors
    /// If the rows cannot be read or the seals cannot be written.
    pub fn seal(&mut self, stage: u16) -> Result<(), LedgerError> {
        let seals = self.seals_of(stage)?;
        self.connection
            .execute(
                "INSERT OR REPLACE INTO stage VALUES (?1, ?2, ?3, ?4)",
                params![i64::from(stage), &seals.matches[..], &seals.failures[..], &seals.logs[..]],
            )
            .map(drop)
            .map_err(LedgerError::sqlite("seal a stage"))
    }

    /// Marks a stage as no longer complete, because more matches are to be played.
    ///
    /// # Errors
    /// If the stage cannot be written.
    pub fn reopen(&mut self, stage: u16) -> Result<(), LedgerError> {
        let reopened = self.connection.execute(schema::REOPEN, [i64::from(stage)]);
        reopened.map(drop).map_err(LedgerError::sqlite("open a stage again"))
    }

    /// Returns the complete stages in order.
    ///
    /// # Errors
    /// If the stages cannot be read.
    pub fn sealed_stages(&self) -> Result<Vec<u16>, LedgerError> {
        let query = "SELECT id FROM stage WHERE matches IS NOT NULL ORDER BY id";
        self.collect("read the stages", query, [], |row| row.get(0))
    }

    /// Computes the seals over the recorded matches of a stage.
    fn seals_of(&self, stage: u16) -> Result<StageSeals, LedgerError> {
        Ok(StageSeals {
            matches: self.seal_over(MATCHES, stage, |sealing, key, _, hash| sealing.add(key, hash))?,
            failures: self.seal_over(FAILURES, stage, Sealing::add_of_seat)?,
            logs: self.seal_over(LOGS, stage, Sealing::add_of_seat)?,
        })
    }

    /// Calls `each` with the hashes of each match of a stage, in schedule order. Returns the seals over all of them.
    pub(crate) fn each_whole(
        &self,
        stage: u16,
        mut each: impl FnMut(MatchHashes),
    ) -> Result<StageSeals, LedgerError> {
        let mut sealing: [Sealing; 3] = Default::default();
        let doing = "read a stage's hashes";
        let (first, last) = stage_keys(stage);
        let keys = [first, last];
        let prepare = |query| self.connection.prepare_cached(query).map_err(LedgerError::sqlite(doing));
        let (mut matches, mut failures, mut logs) = (prepare(MATCHES)?, prepare(FAILURES)?, prepare(LOGS)?);
        let mut rows = matches.query(keys).map_err(LedgerError::sqlite(doing))?;
        // One pass over each table, side by side: separate lookups for each match would take four searches.
        let (failures, logs) = (failures.query(keys), logs.query(keys));
        let mut failures = failures.and_then(SeatHashes::new).map_err(LedgerError::sqlite(doing))?;
        let mut logs = logs.and_then(SeatHashes::new).map_err(LedgerError::sqlite(doing))?;
        while let Some(row) = rows.next().map_err(LedgerError::sqlite(doing))? {
            let read = || Ok((row.get(0)?, row.get(2)?));
            let (key, row) = read().map_err(LedgerError::sqlite(doing))?;
            sealing[0].add(key, &row);
            let of_key =
                |hashes: &mut SeatHashes<'_>| hashes.for_match(key).map_err(LedgerError::sqlite(doing));
            let (failures, logs) = (of_key(&mut failures)?, of_key(&mut logs)?);
            for (hashes, sealing) in [&failures, &logs].into_iter().zip(&mut sealing[1..]) {
                for (seat, hash) in (0..).zip(hashes) {
                    if let Some(hash) = hash {
                        sealing.add_of_seat(key, seat, hash);
                    }
                }
            }
            let key = MatchKey::from_packed(key)
                .ok_or_else(|| LedgerError::damaged(format!("invalid match key {key}")))?;
            each(MatchHashes { key, row, failures, logs });
        }
        let [matches, failures, logs] = sealing.map(|sealing| sealing.seal());
        Ok(StageSeals { matches, failures, logs })
    }

    /// Returns the seal over a stage's rows in schedule order; `add` adds the key, seat and hash of a row.
    fn seal_over(
        &self,
        query: &str,
        stage: u16,
        add: impl Fn(&mut Sealing, i64, i64, &[u8; 32]),
    ) -> Result<[u8; 32], LedgerError> {
        let doing = "read a stage's hashes";
        let mut sealing = Sealing::default();
        let mut statement = self.connection.prepare_cached(query).map_err(LedgerError::sqlite(doing))?;
        let (first, last) = stage_keys(stage);
        let mut rows = statement.query([first, last]).map_err(LedgerError::sqlite(doing))?;
        while let Some(row) = rows.next().map_err(LedgerError::sqlite(doing))? {
            let read = || Ok((row.get(0)?, row.get(1)?, row.get::<_, [u8; 32]>(2)?));
            let (key, seat, hash) = read().map_err(LedgerError::sqlite(doing))?;
            add(&mut sealing, key, seat, &hash);
        }
        Ok(sealing.seal())
    }

    /// Returns a line for every part of a complete stage that does not match its seal.
    pub(crate) fn check_seals(&self) -> Result<Vec<String>, LedgerError> {
        let mut damage = Vec::new();
        let sealed = self.collect(
            "read the seals",
            "SELECT matches, failures, logs, id FROM stage WHERE matches IS NOT NULL ORDER BY id",
            [],
            |row| Ok((row.get::<_, i64>(3)?, StageSeals::read(row)?)),
        )?;
        for (stage, sealed) in sealed {
            let Ok(stage) = u16::try_from(stage) else {
                damage.push(format!("there is no stage {stage} to seal"));
                continue;
            };
            let found = self.seals_of(stage)?;
            damage.extend(sealed.differences(&found).map(|what| seal_damage(stage, what).to_string()));
        }
        Ok(damage)
    }
}

/// The hashes of a table that has rows for some seats of some matches, read in schedule order.
struct SeatHashes<'a> {
    rows: Rows<'a>,
    next: Option<(i64, i64, [u8; 32])>,
}

impl<'a> SeatHashes<'a> {
    fn new(rows: Rows<'a>) -> rusqlite::Result<SeatHashes<'a>> {
        let mut hashes = SeatHashes { rows, next: None };
        hashes.step()?;
        Ok(hashes)
    }

    fn step(&mut self) -> rusqlite::Result<()> {
        self.next = match self.rows.next()? {
            Some(row) => Some((row.get(0)?, row.get(1)?, row.get(2)?)),
            None => None,
        };
        Ok(())
    }

    /// Returns the hashes of a match's seats. Keys must be passed in ascending order.
    fn for_match(&mut self, key: i64) -> rusqlite::Result<[Option<[u8; 32]>; 2]> {
        let mut found = [None; 2];
        while let Some((next, seat, hash)) = self.next.filter(|(next, ..)| *next <= key) {
            let place = usize::try_from(seat).ok().and_then(|seat| found.get_mut(seat));
            if let Some(place) = place.filter(|_| next == key) {
                *place = Some(hash);
            }
            self.step()?;
        }
        Ok(found)
    }
}

/// Returns the first and the last possible key of a match of the stage.
pub(crate) fn stage_keys(stage: u16) -> (i64, i64) {
    let first = |stage| MatchKey::new(stage, 0, 0, 0).map_or(i64::MAX, MatchKey::packed);
    (first(stage), first(stage.saturating_add(1)) - 1)
}

/// Returns the error for a complete stage that was changed after it was sealed.
pub(crate) fn seal_damage(stage: u16, what: &str) -> LedgerError {
    let number = u32::from(stage) + 1;
    LedgerError::damaged(format!("stage {number} differs from its seal: a {what} was changed, added or lost"))
}
