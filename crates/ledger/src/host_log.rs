//! The log of host-dependent events: starts, retries, missing protections. No seal covers it.

use std::collections::BTreeSet;

use crate::{Ledger, LedgerError};

/// Prefix of lines about missing protections.
const WITHOUT: &str = "workers go without protections: ";

impl Ledger {
    /// Appends a line to the host's log. No seal or export reads the log; a report reads only
    /// [`without_protections`](Self::without_protections).
    ///
    /// # Errors
    /// If the line cannot be written.
    pub fn note(&mut self, what: &str) -> Result<(), LedgerError> {
        self.connection
            .execute("INSERT INTO host_log (at, what) VALUES (strftime('%Y-%m-%dT%H:%M:%fZ'), ?1)", [what])
            .map(drop)
            .map_err(LedgerError::sqlite("write to the host's log"))
    }

    /// Notes in the host's log that workers lack these protections from now on, if there are any.
    ///
    /// # Errors
    /// If the line cannot be written.
    pub fn note_without_protections(&mut self, missing: &[String]) -> Result<(), LedgerError> {
        if missing.is_empty() {
            return Ok(());
        }
        self.note(&format!("{WITHOUT}{}", missing.join(", ")))
    }

    /// Returns the protections that workers lacked during some part of the run, in order.
    ///
    /// # Errors
    /// If the host's log cannot be read.
    pub fn without_protections(&self) -> Result<BTreeSet<String>, LedgerError> {
        let query = "SELECT DISTINCT what FROM host_log";
        let lines: Vec<String> = self.collect("read the host's log", query, [], |row| row.get(0))?;
        let lines = lines.iter().filter_map(|line| line.strip_prefix(WITHOUT));
        Ok(lines.flat_map(|names| names.split(", ")).map(str::to_owned).collect())
    }
}
