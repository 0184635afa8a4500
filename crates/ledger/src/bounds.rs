//! How much may be read of a match whose ledger may come from a stranger. It is asked of SQLite before anything is read.

use tournament::MatchKey;

use crate::{Ledger, LedgerError};

/// The most bytes of a log with its marks: a tournament may keep 64 MiB of a bot's log, and a mark for each ply.
const MOST_LOG: i64 = 72 << 20;
/// The most bytes of how a seat failed: a view, the text of a position, and what the sandbox says.
const MOST_FAILURE: i64 = 16 << 20;

/// Selects the logs and failures that are too large: what it is, the match, the seat, the bytes, the most.
const OVERSIZED: &str = "SELECT * FROM (
    SELECT 'the log' AS what, key, seat, octet_length(bytes) + ifnull(octet_length(marks), 0) AS size, ?1 AS most
    FROM log WHERE ?3 IS NULL OR key = ?3
    UNION ALL
    SELECT 'how a seat failed', key, seat, octet_length(fault) + octet_length(detail) + octet_length(backtrace)
        + octet_length(position) + octet_length(view), ?2
    FROM failure WHERE ?3 IS NULL OR key = ?3
) WHERE size > most LIMIT 20";

impl Ledger {
    /// Refuses a match of which a log or a failure is larger than it can be.
    pub(crate) fn refuse_oversized(&self, key: MatchKey) -> Result<(), LedgerError> {
        self.oversized(Some(key))?.into_iter().next().map_or(Ok(()), |what| Err(LedgerError::damaged(what)))
    }

    /// A line for each log and failure that is larger than it can be, up to 20: of one match, or of all.
    pub(crate) fn oversized(&self, key: Option<MatchKey>) -> Result<Vec<String>, LedgerError> {
        let doing = "read the sizes of logs";
        let mut statement = self.connection.prepare_cached(OVERSIZED).map_err(LedgerError::sqlite(doing))?;
        let lines = statement.query_map((MOST_LOG, MOST_FAILURE, key.map(MatchKey::packed)), |row| {
            let (what, key, seat): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (size, most): (i64, i64) = (row.get(3)?, row.get(4)?);
            let key = MatchKey::from_packed(key).map_or_else(|| key.to_string(), |key| key.to_string());
            Ok(format!("match {key}: {what} of seat {} has {size} bytes, and the most is {most}", seat + 1))
        });
        lines.and_then(Iterator::collect).map_err(LedgerError::sqlite(doing))
    }
}
