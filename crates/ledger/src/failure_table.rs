//! The table `failure`: the failures of seats.

use referee::{Failure, Loss, Ticks};
use rusqlite::{Connection, Row, params};
use tournament::MatchKey;

use game::Seat;

use crate::packed_lists::lines;
use crate::{LedgerError, seal};

/// Selects failures for [`read_failure`].
pub(crate) const FAILURES: &str =
    "SELECT key, seat, fault, detail, backtrace, ply, position, view, spent, hash FROM failure";

/// A row of `failure` as it is stored.
pub(crate) struct RawFailure {
    pub(crate) key: i64,
    pub(crate) seat: i64,
    pub(crate) fault: String,
    pub(crate) detail: String,
    pub(crate) backtrace: String,
    pub(crate) ply: u32,
    pub(crate) position: String,
    pub(crate) view: Vec<u8>,
    pub(crate) spent: i64,
    hash: [u8; 32],
}

pub(crate) fn insert_failure(
    connection: &Connection,
    key: MatchKey,
    seat: Seat,
    loss: &Loss,
) -> rusqlite::Result<()> {
    connection.prepare_cached("INSERT INTO failure VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10)")?.execute(
        params![
            key.packed(),
            seat.index() as i64,
            loss.failure.fault.to_string(),
            loss.failure.detail,
            loss.failure.backtrace.join("\n"),
            loss.ply,
            loss.position,
            loss.view,
            loss.spent.0 as i64,
            &seal::of_failure(key, seat.index(), loss)[..],
        ],
    )?;
    Ok(())
}

pub(crate) fn read_failure(row: &Row<'_>) -> rusqlite::Result<RawFailure> {
    Ok(RawFailure {
        key: row.get(0)?,
        seat: row.get(1)?,
        fault: row.get(2)?,
        detail: row.get(3)?,
        backtrace: row.get(4)?,
        ply: row.get(5)?,
        position: row.get(6)?,
        view: row.get(7)?,
        spent: row.get(8)?,
        hash: row.get(9)?,
    })
}

impl RawFailure {
    /// Returns the failure if it matches its stored hash.
    ///
    /// # Errors
    /// If it does not match, or cannot be read.
    pub(crate) fn verified(self, key: MatchKey) -> Result<Loss, LedgerError> {
        let (seat, hash) = (self.seat as usize, self.hash);
        let loss = self.loss(key)?;
        if seal::of_failure(key, seat, &loss) == hash {
            return Ok(loss);
        }
        Err(LedgerError::damaged(format!("a failure in match {key} has been changed")))
    }

    pub(crate) fn loss(self, key: MatchKey) -> Result<Loss, LedgerError> {
        let fault =
            self.fault.parse().map_err(|error| LedgerError::damaged(format!("match {key}: {error}")))?;
        let failure = Failure { fault, detail: self.detail, backtrace: lines(&self.backtrace) };
        let RawFailure { ply, position, view, spent, .. } = self;
        Ok(Loss { failure, ply, position, view, spent: Ticks(spent as u64) })
    }
}
