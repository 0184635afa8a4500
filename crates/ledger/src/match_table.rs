//! The table `match`: writing and reading a row.

use game::{PerSeat, Seat};
use referee::{Fault, Reason, Ticks, UnknownFault};
use rusqlite::types::{FromSql, FromSqlError, Type};
use rusqlite::{Connection, Row, params};
use tournament::{EntrantId, MatchKey};

use crate::packed_lists::{join, split};
use crate::row::{outcome_number, outcome_of};
use crate::{LedgerError, MatchRow};

/// A row with its stored hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRow {
    /// The match.
    pub row: MatchRow,
    /// The stored hash.
    pub hash: [u8; 32],
}

/// A row with its place. The row may be damaged.
pub struct PlacedRow {
    /// The place in the schedule: the stored key, which may be invalid.
    pub place: i64,
    /// The row; an error if it cannot be read.
    pub row: Result<StoredRow, LedgerError>,
}

impl StoredRow {
    /// Returns the row if it matches its hash.
    ///
    /// # Errors
    /// If its content does not match its stored hash.
    pub fn verified(self) -> Result<MatchRow, LedgerError> {
        if self.row.hash() == self.hash {
            return Ok(self.row);
        }
        let key = self.row.key;
        let what = format!("match {key} has been changed: its content does not match its hash");
        Err(LedgerError::Damaged { what })
    }
}

pub(crate) fn insert_match(connection: &Connection, row: &MatchRow) -> rusqlite::Result<()> {
    let metrics = row.metrics.as_ref().map(|values| join(values));
    let faults = row.reason.faults().map(|fault| fault.map(|fault| fault.to_string()));
    connection
        .prepare_cached(
            "INSERT INTO match VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18)",
        )?
        .execute(params![
            row.key.packed(),
            row.entrants[Seat::First].0,
            row.entrants[Seat::Second].0,
            row.start,
            outcome_number(row.outcome),
            row.reason.name(),
            row.reason.words(),
            faults[Seat::First],
            faults[Seat::Second],
            row.plies,
            metrics[Seat::First],
            metrics[Seat::Second],
            row.spent[Seat::First].0 as i64,
            row.spent[Seat::Second].0 as i64,
            row.memory[Seat::First] as i64,
            row.memory[Seat::Second] as i64,
            row.transcript,
            &row.hash()[..],
        ])?;
    Ok(())
}

/// Reads a row of `SELECT * FROM match`.
pub(crate) fn read_match(row: &Row<'_>) -> Result<StoredRow, LedgerError> {
    let key: i64 = row.get(0).map_err(LedgerError::sqlite("read matches"))?;
    let key =
        MatchKey::from_packed(key).ok_or_else(|| LedgerError::damaged(format!("invalid match key {key}")))?;
    read_columns(row, key).map_err(|error| match error {
        LedgerError::Damaged { what } => LedgerError::damaged(format!("match {key}: {what}")),
        error => error,
    })
}

fn read_columns(row: &Row<'_>, key: MatchKey) -> Result<StoredRow, LedgerError> {
    let metrics =
        |index| split(text(row, index)?).ok_or_else(|| LedgerError::damaged("its metrics are not numbers"));
    let fault = |index| -> Result<Option<Fault>, LedgerError> {
        let name = text_or_null(row, index).map_err(unread)?;
        name.map(str::parse)
            .transpose()
            .map_err(|error: UnknownFault| LedgerError::damaged(error.to_string()))
    };
    let faults = PerSeat::new(fault(7)?, fault(8)?);
    let reason = Reason::of_parts(text(row, 5)?, column(row, 6)?, faults);
    Ok(StoredRow {
        row: MatchRow {
            key,
            entrants: PerSeat::new(EntrantId(column(row, 1)?), EntrantId(column(row, 2)?)),
            start: column(row, 3)?,
            outcome: outcome_of(column(row, 4)?)
                .ok_or_else(|| LedgerError::damaged("its outcome is unknown"))?,
            reason: reason.ok_or_else(|| LedgerError::damaged("it cannot have ended like this"))?,
            plies: column(row, 9)?,
            metrics: PerSeat::new(metrics(10)?, metrics(11)?),
            spent: PerSeat::new(column(row, 12)?, column(row, 13)?).map(|ticks: i64| Ticks(ticks as u64)),
            memory: PerSeat::new(column(row, 14)?, column(row, 15)?).map(|bytes: i64| bytes as u64),
            transcript: column(row, 16)?,
        },
        hash: column(row, 17)?,
    })
}

fn unread(error: rusqlite::Error) -> LedgerError {
    LedgerError::sqlite("read it")(error)
}

fn column<T: FromSql>(row: &Row<'_>, index: usize) -> Result<T, LedgerError> {
    row.get(index).map_err(unread)
}

/// Returns a text of the row without copying it.
fn text<'a>(row: &'a Row<'_>, index: usize) -> Result<&'a str, LedgerError> {
    let text = text_or_null(row, index).map_err(unread)?;
    text.ok_or_else(|| unread(mistyped(row, index, Type::Null)))
}

fn text_or_null<'a>(row: &'a Row<'_>, column: usize) -> rusqlite::Result<Option<&'a str>> {
    let value = row.get_ref(column)?;
    value.as_str_or_null().map_err(|error| match error {
        FromSqlError::InvalidType => mistyped(row, column, value.data_type()),
        error => rusqlite::Error::FromSqlConversionFailure(column, value.data_type(), error.into()),
    })
}

fn mistyped(row: &Row<'_>, column: usize, found: Type) -> rusqlite::Error {
    let name = row.as_ref().column_name(column).unwrap_or_default().to_owned();
    rusqlite::Error::InvalidColumnType(column, name, found)
}
