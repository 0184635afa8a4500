//! Checking a ledger for damage.

use std::collections::BTreeSet;

use hash::Hash;
use job::rules_hash;
use tournament::MatchKey;

use crate::failure_table::{FAILURES, read_failure};
use crate::inputs::FACTS;
use crate::log_table::{LOGS, read_log};
use crate::match_table::{StoredRow, read_match};
use crate::{Ledger, LedgerError, PlayedRules};

impl Ledger {
    /// Reads everything once and returns a line for every damaged part.
    ///
    /// # Errors
    /// If the ledger cannot be read at all.
    pub fn check(&self) -> Result<Vec<String>, LedgerError> {
        let mut damage = Vec::new();
        let integrity: Vec<String> =
            self.collect("check the ledger's pages", "PRAGMA integrity_check", [], |row| row.get(0))?;
        damage.extend(integrity.into_iter().filter(|line| line != "ok"));
        let mut note = |checked: Result<(), LedgerError>| match checked {
            Err(LedgerError::Damaged { what }) => {
                damage.push(what);
                Ok(())
            }
            // Not damage: checking the matches reports it.
            Err(LedgerError::Withheld { .. }) => Ok(()),
            other => other,
        };
        note(self.check_inputs())?;
        note(self.check_identity())?;
        note(self.rulings().map(drop))?;
        for hash in self.module_hashes("SELECT hash FROM module", [])? {
            note(self.module(hash).map(drop))?;
        }
        let missing = "SELECT name FROM entrant WHERE module IS NOT NULL AND module NOT IN (SELECT hash FROM module) ORDER BY id";
        for name in self.collect("read the modules", missing, [], |row| row.get::<_, String>(0))? {
            damage.push(format!("the module of \"{name}\" is missing"));
        }
        damage.extend(self.check_rules()?);
        damage.extend(self.check_strays()?);
        damage.extend(self.check_matches()?);
        damage.extend(self.check_private_parts()?);
        damage.extend(self.check_seals()?);
        Ok(damage)
    }

    /// Checks that the rules' modules of a game from a file are there, and that no other module lacks an entrant.
    fn check_rules(&self) -> Result<Vec<String>, LedgerError> {
        let mut damage = Vec::new();
        let mut games = vec![self.header()?.game];
        for state in 0..=self.adoptions()?.len() {
            games.extend(PlayedRules::read(&self.inputs_at(state)?.files)?.games().map(str::to_owned));
        }
        let rules: BTreeSet<Hash> = games.iter().filter_map(|game| rules_hash(game)).collect();
        let here = self.module_hashes("SELECT hash FROM module", [])?;
        if rules.iter().any(|hash| !here.contains(hash)) {
            damage.push("the rules of its game are missing".to_owned());
        }
        let query = "SELECT hash FROM module WHERE hash NOT IN (SELECT module FROM entrant WHERE module IS NOT NULL \
                     UNION SELECT module FROM entrant_before WHERE module IS NOT NULL)";
        if self.module_hashes(query, [])?.iter().any(|hash| !rules.contains(hash)) {
            damage.push("it has a module that no entrant has".to_owned());
        }
        Ok(damage)
    }

    /// Returns a line for every kind of row that no hash covers and no run writes.
    fn check_strays(&self) -> Result<Vec<String>, LedgerError> {
        let facts = FACTS.map(|name| format!("'{name}'")).join(", ");
        let strays = [
            (format!("SELECT name FROM meta WHERE name NOT IN ({facts})"), "an unknown fact"),
            (
                "SELECT adoption FROM entrant_before WHERE adoption NOT IN (SELECT id FROM adoption) \
                 UNION SELECT adoption FROM file_before WHERE adoption NOT IN (SELECT id FROM adoption)"
                    .to_owned(),
                "inputs from before a change that was never adopted",
            ),
            (
                "SELECT max(id) FROM entrant HAVING min(id) != 0 OR max(id) != count(*) - 1 \
                 UNION SELECT max(id) FROM entrant_before GROUP BY adoption \
                 HAVING min(id) != 0 OR max(id) != count(*) - 1"
                    .to_owned(),
                "entrants whose numbers do not follow their order",
            ),
            (
                "SELECT id FROM stage WHERE id NOT BETWEEN 0 AND 65535 \
                 OR (matches IS NULL) + (failures IS NULL) + (logs IS NULL) NOT IN (0, 3)"
                    .to_owned(),
                "a stage that is only partly sealed",
            ),
        ];
        let mut damage = Vec::new();
        for (query, what) in strays {
            if !self.collect("read what no hash covers", &query, [], |_| Ok(()))?.is_empty() {
                damage.push(format!("it has {what}"));
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
            match read_match(row).and_then(StoredRow::verified) {
                Ok(_) => {}
                Err(LedgerError::Damaged { what }) => damage.push(what),
                Err(error) => return Err(error),
            }
        }
        Ok(damage)
    }

    /// Checks the parts of matches outside their rows: failures and logs.
    pub(crate) fn check_private_parts(&self) -> Result<Vec<String>, LedgerError> {
        let mut damage = self.oversized(None)?;
        if !damage.is_empty() {
            return Ok(damage);
        }
        let named = |key: i64| {
            MatchKey::from_packed(key).map_or_else(|| format!("with key {key}"), |key| key.to_string())
        };
        for failure in self.collect("read failures", FAILURES, [], read_failure)? {
            let number = failure.key;
            if MatchKey::from_packed(number).is_none_or(|key| failure.verified(key).is_err()) {
                damage.push(format!("a failure in match {} has been changed", named(number)));
            }
        }
        for log in self.collect("read logs", LOGS, [], read_log)? {
            let number = log.key;
            if MatchKey::from_packed(number).is_none_or(|key| log.verified(key).is_err()) {
                damage.push(format!("a log of match {} has been changed", named(number)));
            }
        }
        let lost = "SELECT key FROM match WHERE \
                    (fault_first IS NOT NULL AND NOT EXISTS \
                     (SELECT 1 FROM failure f WHERE f.key = match.key AND f.seat = 0)) \
                    OR (fault_second IS NOT NULL AND NOT EXISTS \
                     (SELECT 1 FROM failure f WHERE f.key = match.key AND f.seat = 1))";
        for key in self.collect("read failures", lost, [], |row| row.get(0))? {
            damage.push(format!("a failure in match {} is missing", named(key)));
        }
        let orphans = "SELECT key FROM failure WHERE key NOT IN (SELECT key FROM match) \
                       UNION SELECT key FROM log WHERE key NOT IN (SELECT key FROM match)";
        for key in self.collect("read failures", orphans, [], |row| row.get(0))? {
            damage.push(format!("match {} is missing, but parts of it are there", named(key)));
        }
        Ok(damage)
    }
}
