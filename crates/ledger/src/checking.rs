//! Seals over finished stages, and looking for damage.

use referee::Closing;
use rusqlite::{OptionalExtension, params};
use tournament::MatchKey;

use crate::matches::{FAILURES, read_failure, read_match, stage_keys};
use crate::{Ledger, LedgerError, seal};

impl Ledger {
    /// The seal of a stage, if it is complete.
    pub(crate) fn stage_seal(&self, stage: u16) -> Result<Option<[u8; 32]>, LedgerError> {
        self.connection
            .query_row("SELECT seal FROM stage WHERE id = ?1", [i64::from(stage)], |row| row.get(0))
            .optional()
            .map(Option::flatten)
            .map_err(LedgerError::sqlite("read a stage's seal"))
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

    pub(crate) fn seal_of(&self, stage: u16) -> Result<[u8; 32], LedgerError> {
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
        note(self.check_inputs())?;
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

    pub(crate) fn check_matches(&self) -> Result<Vec<String>, LedgerError> {
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
    pub(crate) fn check_private_parts(&self) -> Result<Vec<String>, LedgerError> {
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
}

/// The seal over a stage's rows as they go by in schedule order.
#[derive(Default)]
pub(crate) struct Sealing(blake3::Hasher);

impl Sealing {
    pub(crate) fn add(&mut self, key: i64, hash: &[u8; 32]) {
        self.0.update(&key.to_le_bytes());
        self.0.update(hash);
    }

    pub(crate) fn seal(&self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

pub(crate) fn seal_damage(stage: u16) -> LedgerError {
    let number = u32::from(stage) + 1;
    LedgerError::damaged(format!("stage {number} is not what was sealed: a match was changed, added or lost"))
}
