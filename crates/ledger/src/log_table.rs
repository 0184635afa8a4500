//! The table `log`: the bots' logs, with the plies of their parts.

use game::Seat;
use referee::{Closing, log_marks};
use rusqlite::{Connection, Row, params};
use tournament::MatchKey;

use crate::{LedgerError, seal};

/// Selects logs for [`read_log`].
pub(crate) const LOGS: &str = "SELECT key, seat, bytes, dropped, marks, hash FROM log";

/// A row of `log` as it is stored.
pub(crate) struct RawLog {
    pub(crate) key: i64,
    pub(crate) seat: i64,
    bytes: Vec<u8>,
    dropped: i64,
    marks: Option<Vec<u8>>,
    hash: [u8; 32],
}

/// Writes the log of a seat, if there is any.
pub(crate) fn insert_log(
    connection: &Connection,
    (key, seat): (MatchKey, Seat),
    closing: &Closing,
) -> rusqlite::Result<()> {
    if closing.log.is_empty() && closing.log_dropped == 0 {
        return Ok(());
    }
    connection.prepare_cached("INSERT INTO log VALUES (?1,?2,?3,?4,?5,?6)")?.execute(params![
        key.packed(),
        seat.index() as i64,
        closing.log,
        closing.log_dropped as i64,
        log_marks::encode(&closing.log_marks),
        &seal::of_log(key, seat.index(), closing)[..],
    ])?;
    Ok(())
}

pub(crate) fn read_log(row: &Row<'_>) -> rusqlite::Result<RawLog> {
    Ok(RawLog {
        key: row.get(0)?,
        seat: row.get(1)?,
        bytes: row.get(2)?,
        dropped: row.get(3)?,
        marks: row.get(4)?,
        hash: row.get(5)?,
    })
}

impl RawLog {
    /// Returns the log as [`RawLog::closing`] does, if it matches its stored hash.
    ///
    /// # Errors
    /// If it does not match, or cannot be read.
    pub(crate) fn verified(self, key: MatchKey) -> Result<Closing, LedgerError> {
        let (seat, hash) = (self.seat as usize, self.hash);
        let closing = self.closing()?;
        if seal::of_log(key, seat, &closing) == hash {
            return Ok(closing);
        }
        Err(LedgerError::damaged(format!("a log of match {key} has been changed")))
    }

    /// Returns a [`Closing`] with the log; its other fields are not in this table.
    pub(crate) fn closing(self) -> Result<Closing, LedgerError> {
        let damaged = |what: &str| {
            let key =
                MatchKey::from_packed(self.key).map_or_else(|| self.key.to_string(), |key| key.to_string());
            LedgerError::damaged(format!("a log of match {key}: {what}"))
        };
        let marks = self.marks.as_ref().ok_or_else(|| damaged("its marks are missing"))?;
        let log_marks =
            log_marks::decode(marks, self.bytes.len()).map_err(|error| damaged(&error.to_string()))?;
        Ok(Closing { log: self.bytes, log_marks, log_dropped: self.dropped as u64, ..Closing::default() })
    }
}
