//! Size limits on reading a match, because a ledger may come from an untrusted source. SQLite is asked for the sizes
//! before any data is read.

use tournament::MatchKey;

use crate::{Ledger, LedgerError};

/// Maximum size of a log with its marks, in bytes: a tournament may keep 64 MiB of a bot's log, and a mark for each
/// ply.
const MOST_LOG: i64 = 72 << 20;
/// Maximum size of a seat's failure, in bytes: a view, the text of a position, and the sandbox's message.
const MOST_FAILURE: i64 = 16 << 20;

/// Selects the oversized logs and failures: the kind, the match, the seat, the size, the limit.
const OVERSIZED: &str = "SELECT * FROM (
    SELECT 'the log' AS what, key, seat, octet_length(bytes) + ifnull(octet_length(marks), 0) AS size, ?1 AS most
    FROM log WHERE ?3 IS NULL OR key = ?3
    UNION ALL
    SELECT 'how a seat failed', key, seat, octet_length(fault) + octet_length(detail) + octet_length(backtrace)
        + octet_length(position) + octet_length(view), ?2
    FROM failure WHERE ?3 IS NULL OR key = ?3
) WHERE size > most LIMIT 20";

impl Ledger {
    /// Refuses a match with an oversized log or failure.
    pub(crate) fn refuse_oversized(&self, key: MatchKey) -> Result<(), LedgerError> {
        self.oversized(Some(key))?.into_iter().next().map_or(Ok(()), |what| Err(LedgerError::damaged(what)))
    }

    /// Returns a line for each oversized log and failure, up to 20: of one match, or of all.
    pub(crate) fn oversized(&self, key: Option<MatchKey>) -> Result<Vec<String>, LedgerError> {
        let doing = "read the sizes of logs";
        let mut statement = self.connection.prepare_cached(OVERSIZED).map_err(LedgerError::sqlite(doing))?;
        let lines = statement.query_map((MOST_LOG, MOST_FAILURE, key.map(MatchKey::packed)), |row| {
            let (what, key, seat): (String, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (size, most): (i64, i64) = (row.get(3)?, row.get(4)?);
            let key = MatchKey::from_packed(key).map_or_else(|| key.to_string(), |key| key.to_string());
            Ok(format!("match {key}: {what} of seat {} has {size} bytes; the limit is {most}", seat + 1))
        });
        lines.and_then(Iterator::collect).map_err(LedgerError::sqlite(doing))
    }
}
