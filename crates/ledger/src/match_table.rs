//! The table `match`: writing and reading a row.

use game::{PerSeat, Seat};
use referee::{Fault, Reason, Ticks};
use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Connection, Row, params};
use tournament::{EntrantId, MatchKey};

use crate::lists::{join, split};
use crate::row::{outcome_number, outcome_of};
use crate::{LedgerError, MatchRow, RowDamage};

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
    pub fn verified(self) -> Result<MatchRow, RowDamage> {
        if self.row.hash() == self.hash { Ok(self.row) } else { Err(RowDamage { key: self.row.key }) }
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
    let (raw, hash) = read_columns(row).map_err(|error| match LedgerError::sqlite("read it")(error) {
        LedgerError::Damaged { what } => LedgerError::damaged(format!("match {key}: {what}")),
        error => error,
    })?;
    let damaged = |what: &str| LedgerError::damaged(format!("match {key}: {what}"));
    let metrics = |text: &str| split(text).ok_or_else(|| damaged("its metrics are not numbers"));
    let fault = |name: Option<&str>| {
        let parsed = name.map(str::parse::<Fault>).transpose();
        parsed.map_err(|error| damaged(&error.to_string()))
    };
    let faults = PerSeat::new(fault(raw.faults[0])?, fault(raw.faults[1])?);
    let reason = Reason::of_parts(raw.ended, raw.words, faults)
        .ok_or_else(|| damaged("it cannot have ended like this"))?;
    let [first, second] = raw.metrics;
    Ok(StoredRow {
        row: MatchRow {
            key,
            entrants: PerSeat(raw.entrants.map(EntrantId)),
            start: raw.start,
            outcome: outcome_of(raw.outcome).ok_or_else(|| damaged("its outcome is unknown"))?,
            reason,
            plies: raw.plies,
            metrics: PerSeat::new(metrics(first)?, metrics(second)?),
            spent: PerSeat(raw.spent.map(|ticks| Ticks(ticks as u64))),
            memory: PerSeat(raw.memory.map(|bytes| bytes as u64)),
            transcript: raw.transcript,
        },
        hash,
    })
}

/// The columns of a match as they are stored.
struct RawMatch<'a> {
    entrants: [u32; 2],
    start: Option<String>,
    outcome: i64,
    ended: &'a str,
    words: Option<String>,
    faults: [Option<&'a str>; 2],
    plies: u32,
    metrics: [&'a str; 2],
    spent: [i64; 2],
    memory: [i64; 2],
    transcript: Vec<u8>,
}

fn read_columns<'a>(row: &'a Row<'_>) -> rusqlite::Result<(RawMatch<'a>, [u8; 32])> {
    let raw = RawMatch {
        entrants: [row.get(1)?, row.get(2)?],
        start: row.get(3)?,
        outcome: row.get(4)?,
        ended: text(row, 5)?,
        words: row.get(6)?,
        faults: [text_or_null(row, 7)?, text_or_null(row, 8)?],
        plies: row.get(9)?,
        metrics: [text(row, 10)?, text(row, 11)?],
        spent: [row.get(12)?, row.get(13)?],
        memory: [row.get(14)?, row.get(15)?],
        transcript: row.get(16)?,
    };
    Ok((raw, row.get(17)?))
}

/// Returns a text of the row without copying it.
fn text<'a>(row: &'a Row<'_>, column: usize) -> rusqlite::Result<&'a str> {
    text_or_null(row, column)?.ok_or_else(|| mistyped(row, column, Type::Null))
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
