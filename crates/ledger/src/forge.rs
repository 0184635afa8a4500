//! Forging a ledger with full access to its folder: changes the record, and recomputes every hash and seal.
//!
//! For tests of forgery detection. Only the identity of a run stays the same, because its root begins with it.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, params};
use tournament::MatchKey;

use crate::adoptions::StoredAdoption;
use crate::failure_table::{FAILURES, read_failure};
use crate::log_table::{LOGS, read_log};
use crate::match_table::read_match;
use crate::salts::Salts;
use crate::shared_modules::SharedModules;
use crate::{Ledger, LedgerError, MatchRow, RunFolder, seal};

/// Executes statements on a ledger, without any check.
///
/// # Errors
/// If a statement fails.
pub fn change(path: &Path, statements: &str) -> Result<(), LedgerError> {
    let doing = LedgerError::sqlite("change the ledger");
    let connection = Connection::open(path).map_err(LedgerError::sqlite("open the ledger"))?;
    connection
        .pragma_update(None, "foreign_keys", false)
        .and_then(|()| connection.execute_batch(statements))
        .map_err(doing)
}

/// Returns the columns of all tables, each with its table.
///
/// # Errors
/// If they cannot be read.
pub fn columns(path: &Path) -> Result<Vec<(String, String)>, LedgerError> {
    let doing = "read the ledger's columns";
    let ledger = unchecked(path)?;
    let query =
        "SELECT s.name, c.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c WHERE s.type = 'table'";
    ledger.collect(doing, query, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns all rows of a ledger as text, independent of the file's layout.
///
/// # Errors
/// If they cannot be read.
pub fn rows(path: &Path) -> Result<Vec<String>, LedgerError> {
    let doing = "read the ledger's rows";
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (table, column) in columns(path)? {
        tables.entry(table).or_default().push(format!("quote(\"{column}\")"));
    }
    let ledger = unchecked(path)?;
    let mut rows = Vec::new();
    for (table, columns) in tables {
        let query =
            format!("SELECT '{table}: ' || {} FROM \"{table}\" ORDER BY 1", columns.join(" || ', ' || "));
        rows.extend(ledger.collect(doing, &query, [], |row| row.get::<_, String>(0))?);
    }
    Ok(rows)
}

/// Recomputes every hash and seal of a ledger of the current schema. An unreadable row keeps its hash.
///
/// # Errors
/// If the ledger is too damaged to be sealed.
pub fn seal_again(path: &Path) -> Result<(), LedgerError> {
    let mut ledger = unchecked(path)?;
    ledger.salts = ledger.fact(Salts::FACT).ok().and_then(|value| Salts::read(&value)).unwrap_or_default();
    ledger.seal_matches()?;
    ledger.seal_chains()?;
    let seal = ledger.inputs_seal()?;
    ledger.forged("UPDATE meta SET value = ?1 WHERE name = 'seal'", [seal])?;
    for stage in ledger.sealed_stages()? {
        ledger.seal(stage)?;
    }
    Ok(())
}

/// Opens a ledger without any check.
fn unchecked(path: &Path) -> Result<Ledger, LedgerError> {
    let connection = Connection::open(path).map_err(LedgerError::sqlite("open the ledger"))?;
    let shared = SharedModules::above(&RunFolder::at(path));
    Ok(Ledger { connection, salts: Salts::default(), shared, _copy: None })
}

impl Ledger {
    fn forged(&self, statement: &str, values: impl rusqlite::Params) -> Result<(), LedgerError> {
        let doing = LedgerError::sqlite("forge a hash");
        self.connection.execute(statement, values).map(drop).map_err(doing)
    }

    fn seal_matches(&self) -> Result<(), LedgerError> {
        let rows = self.collect("read matches", "SELECT * FROM match", [], |row| Ok(read_match(row)))?;
        for row in rows.into_iter().flatten().map(|stored| stored.row) {
            let hash = MatchRow::hash(&row);
            self.forged("UPDATE match SET hash = ?2 WHERE key = ?1", params![row.key.packed(), &hash[..]])?;
        }
        let failures = self.collect("read failures", FAILURES, [], |row| Ok(read_failure(row).ok()))?;
        for failure in failures.into_iter().flatten() {
            let (number, seat) = (failure.key, failure.seat);
            let Some(key) = MatchKey::from_packed(number) else { continue };
            let Ok(loss) = failure.loss(key) else { continue };
            let hash = seal::of_failure(key, seat as usize, &loss);
            let statement = "UPDATE failure SET hash = ?3 WHERE key = ?1 AND seat = ?2";
            self.forged(statement, params![number, seat, &hash[..]])?;
        }
        let logs = self.collect("read logs", LOGS, [], |row| Ok(read_log(row).ok()))?;
        for log in logs.into_iter().flatten() {
            let (number, seat) = (log.key, log.seat);
            let Some(key) = MatchKey::from_packed(number) else { continue };
            let Ok(closing) = log.closing() else { continue };
            let hash = seal::of_log(key, seat as usize, &closing);
            let statement = "UPDATE log SET hash = ?3 WHERE key = ?1 AND seat = ?2";
            self.forged(statement, params![number, seat, &hash[..]])?;
        }
        Ok(())
    }

    fn seal_chains(&self) -> Result<(), LedgerError> {
        let mut hash = seal::NOTHING_BEFORE;
        for (id, text, _) in self.stored_rulings()? {
            hash = seal::of_ruling(&hash, &text);
            self.forged("UPDATE ruling SET hash = ?2 WHERE id = ?1", params![id, &hash[..]])?;
        }
        let mut hash = seal::NOTHING_BEFORE;
        for (number, StoredAdoption { id, adoption, .. }) in (1..).zip(self.stored_adoptions()?) {
            let (entrants, files) = self.replaced_by(number)?;
            hash = seal::of_adoption(&hash, &adoption, (&entrants, &files));
            self.forged("UPDATE adoption SET hash = ?2 WHERE id = ?1", params![id, &hash[..]])?;
        }
        Ok(())
    }
}
