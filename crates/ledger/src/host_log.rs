//! What depends on the host: starts, retries, protections that were missing. Nothing seals it.

use std::collections::BTreeSet;

use crate::{Ledger, LedgerError};

/// What a line begins with that names missing protections.
const WITHOUT: &str = "workers go without protections: ";

impl Ledger {
    /// Writes a line to the host's log, for what depends on the host. No seal or export reads it, and a report only what
    /// [`without_protections`](Self::without_protections) says.
    ///
    /// # Errors
    /// When the line cannot be written.
    pub fn note(&mut self, what: &str) -> Result<(), LedgerError> {
        self.connection
            .execute("INSERT INTO host_log (at, what) VALUES (strftime('%Y-%m-%dT%H:%M:%fZ'), ?1)", [what])
            .map(drop)
            .map_err(LedgerError::sqlite("write to the host's log"))
    }

    /// Writes to the host's log that workers go without these protections from now on, if there are any.
    ///
    /// # Errors
    /// When the line cannot be written.
    pub fn note_without_protections(&mut self, missing: &[String]) -> Result<(), LedgerError> {
        if missing.is_empty() {
            return Ok(());
        }
        self.note(&format!("{WITHOUT}{}", missing.join(", ")))
    }

    /// The protections that workers went without while some of the run was played, in order.
    ///
    /// # Errors
    /// When the host's log cannot be read.
    pub fn without_protections(&self) -> Result<BTreeSet<String>, LedgerError> {
        let query = "SELECT DISTINCT what FROM host_log";
        let lines: Vec<String> = self.collect("read the host's log", query, |row| row.get(0))?;
        let lines = lines.iter().filter_map(|line| line.strip_prefix(WITHOUT));
        Ok(lines.flat_map(|names| names.split(", ")).map(str::to_owned).collect())
    }
}
