//! Checking a ledger for damage.

use tournament::MatchKey;

use crate::failure_table::{FAILURES, read_failure};
use crate::log_table::{LOGS, read_log};
use crate::match_table::read_match;
use crate::{Ledger, LedgerError, seal};

impl Ledger {
    /// Reads everything once and returns a line for everything that is not as it was written.
    ///
    /// # Errors
    /// When the ledger cannot be read at all.
    pub fn check(&self) -> Result<Vec<String>, LedgerError> {
        let mut damage = Vec::new();
        let integrity: Vec<String> =
            self.collect("check the ledger's pages", "PRAGMA integrity_check", |row| row.get(0))?;
        damage.extend(integrity.into_iter().filter(|line| line != "ok"));
        let mut note = |checked: Result<(), LedgerError>| match checked {
            Err(LedgerError::Damaged { what }) => {
                damage.push(what);
                Ok(())
            }
            // That is no damage: whoever checks the matches says so.
            Err(LedgerError::Withheld { .. }) => Ok(()),
            other => other,
        };
        note(self.check_inputs())?;
        note(self.rulings().map(drop))?;
        for hash in self.collect("read the modules", "SELECT hash FROM module", |row| row.get(0))? {
            note(self.module(&hash).map(drop))?;
        }
        let missing = "SELECT name FROM entrant WHERE module IS NOT NULL AND module NOT IN (SELECT hash FROM module) ORDER BY id";
        for name in self.collect("read the modules", missing, |row| row.get::<_, String>(0))? {
            damage.push(format!("the module of \"{name}\" is missing"));
        }
        damage.extend(self.check_matches()?);
        damage.extend(self.check_private_parts()?);
        damage.extend(self.check_seals()?);
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

    /// Checks what belongs to matches but is not in their rows: failures and logs.
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
        for log in self.collect("read logs", LOGS, read_log)? {
            let (key, seat, hash) = (log.key, log.seat as usize, log.hash);
            let fits = match (MatchKey::from_packed(key), log.closing(self.hashing)) {
                (Some(key), Ok(closing)) => seal::of_log(key, seat, &closing, self.hashing) == hash,
                _ => false,
            };
            if !fits {
                damage.push(format!("a log of match {} is not what was written", named(key)));
            }
        }
        let lost = "SELECT key FROM match WHERE \
                    (fault_first IS NOT NULL AND NOT EXISTS \
                     (SELECT 1 FROM failure f WHERE f.key = match.key AND f.seat = 0)) \
                    OR (fault_second IS NOT NULL AND NOT EXISTS \
                     (SELECT 1 FROM failure f WHERE f.key = match.key AND f.seat = 1))";
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
