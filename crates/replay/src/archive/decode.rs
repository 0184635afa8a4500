//! Decoding columns into matches.

use std::sync::Arc;

use game::{Action, PerSeat, Seat};
use referee::{Played, Ticks};
use tournament::{EntrantId, MatchKey};

use crate::archive::columns::{Column, unzigzag};
use crate::archive::heads::{ActionHead, MatchHead};
use crate::archive::row::by_entrant;
use crate::archive::times::least;
use crate::archive::{ArchiveError, Row, Times, VERSION};

/// Decodes the matches of an archive.
///
/// # Errors
/// If the bytes are not an archive of a known version.
pub fn decode(bytes: &[u8]) -> Result<Vec<Row>, ArchiveError> {
    let Some((&VERSION, bytes)) = bytes.split_first() else {
        return Err(ArchiveError::UnknownVersion { found: bytes.first().copied() });
    };
    let mut all = Column::all(bytes);
    let times = match all.byte()? {
        0 => Times::Exact,
        1 => Times::Rounded,
        _ => return Err(all.invalid()),
    };
    let count = all.number()?;
    let (mut rows, starting) = matches(&mut all, count)?;
    starts(&mut all, &mut rows, &starting)?;
    metrics(&mut all, &mut rows)?;
    actions(&mut all, &mut rows, times)?;
    all.end()?;
    // The archive holds only the excess over the actions' totals.
    for row in &mut rows {
        let acting = row.acting(|ticks| ticks);
        for seat in Seat::BOTH {
            row.spent[seat].0 = row.spent[seat].0.wrapping_add(acting[seat]);
        }
        row.plies = row.plies.wrapping_add(row.acted());
    }
    Ok(rows)
}

/// Reads a column with one value per match.
fn each(
    all: &mut Column<'_>,
    name: &'static str,
    rows: &mut [Row],
    mut read: impl FnMut(&mut Row, &mut Column<'_>) -> Result<(), ArchiveError>,
) -> Result<(), ArchiveError> {
    let mut column = all.column(name)?;
    for row in rows {
        read(row, &mut column)?;
    }
    column.end()
}

/// Reads the matches' single-number columns. Also returns which matches have a start position.
fn matches(all: &mut Column<'_>, count: u64) -> Result<(Vec<Row>, Vec<bool>), ArchiveError> {
    let mut rows = keyed(all.column("key")?, count)?;
    for (seat, name) in [(Seat::First, "first entrant"), (Seat::Second, "second entrant")] {
        each(all, name, &mut rows, |row, column| {
            row.entrants[seat] = EntrantId(column.small()?);
            Ok(())
        })?;
    }
    let mut starting = Vec::with_capacity(rows.len());
    each(all, "head", &mut rows, |row, column| {
        let head = MatchHead::read(column.byte()?).ok_or(column.invalid())?;
        (row.outcome, row.counts) = (head.outcome, head.counts);
        starting.push(head.starts);
        Ok(())
    })?;
    each(all, "reason", &mut rows, |row, column| {
        row.reason = column.small()?;
        Ok(())
    })?;
    for (seat, name) in [(Seat::First, "first memory"), (Seat::Second, "second memory")] {
        each(all, name, &mut rows, |row, column| {
            row.memory[seat] = column.number()?;
            Ok(())
        })?;
    }
    for (seat, name) in [(Seat::First, "first other time"), (Seat::Second, "second other time")] {
        each(all, name, &mut rows, |row, column| {
            row.spent[seat] = Ticks(column.number()?);
            Ok(())
        })?;
    }
    each(all, "plies", &mut rows, |row, column| {
        row.plies = column.small()?;
        Ok(())
    })?;
    Ok((rows, starting))
}

/// Creates the matches from their keys. Each key takes at least one byte, which bounds their number.
fn keyed(mut column: Column<'_>, count: u64) -> Result<Vec<Row>, ArchiveError> {
    let mut rows = Vec::with_capacity(column.left().min(count as usize));
    let mut packed = 0_u64;
    for _ in 0..count {
        packed = packed.wrapping_add(column.number()?);
        let key = MatchKey::from_packed(packed as i64).ok_or(column.invalid())?;
        rows.push(Row {
            key,
            entrants: PerSeat::new(EntrantId(0), EntrantId(0)),
            start: None,
            outcome: game::Outcome::Draw,
            reason: 0,
            counts: true,
            plies: 0,
            metrics: PerSeat::default(),
            spent: PerSeat::new(Ticks::ZERO, Ticks::ZERO),
            memory: PerSeat::default(),
            played: Vec::new(),
        });
    }
    column.end()?;
    Ok(rows)
}

fn starts(all: &mut Column<'_>, rows: &mut [Row], starting: &[bool]) -> Result<(), ArchiveError> {
    let mut column = all.column("start texts")?;
    let mut texts: Vec<Arc<str>> = Vec::new();
    while column.left() > 0 {
        let mut text = column.column("start texts")?;
        let bytes = text.bytes(text.left())?;
        texts.push(std::str::from_utf8(bytes).map_err(|_| column.invalid())?.into());
    }
    let mut which = all.column("start")?;
    for (row, _) in rows.iter_mut().zip(starting).filter(|&(_, &starts)| starts) {
        let text = texts.get(which.small()? as usize).ok_or(which.invalid())?;
        row.start = Some(Arc::clone(text));
    }
    which.end()
}

fn metrics(all: &mut Column<'_>, rows: &mut [Row]) -> Result<(), ArchiveError> {
    for seat in Seat::BOTH {
        let mut counts = Vec::with_capacity(rows.len());
        each(all, "number of metrics", rows, |_, column| {
            counts.push(column.small()?);
            Ok(())
        })?;
        let mut column = all.column("metrics")?;
        let mut open: Vec<usize> = (0..rows.len()).collect();
        for metric in 0.. {
            open.retain(|&row| metric < counts[row]);
            if open.is_empty() {
                break;
            }
            for &row in &open {
                rows[row].metrics[seat].push(unzigzag(column.number()?));
            }
        }
        column.end()?;
    }
    Ok(())
}

fn actions(all: &mut Column<'_>, rows: &mut [Row], times: Times) -> Result<(), ArchiveError> {
    let mut counts = all.column("number of actions")?;
    let mut heads = all.column("action heads")?;
    for row in &mut *rows {
        row.played = entries(&mut heads, counts.number()?)?;
    }
    counts.end()?;
    heads.end()?;
    let mut kinds = all.column("action kinds")?;
    let width = usize::from(all.byte()?);
    let mut payloads = all.column("action payloads")?;
    let mut spent = all.column("action times")?;
    for (_, row, seat) in by_entrant(rows.iter().map(|row| row.entrants)) {
        for played in rows[row].played.iter_mut().filter(|played| played.seat == seat) {
            played.action = action(&mut kinds, &mut payloads, width)?;
            played.spent = match times {
                Times::Exact => Ticks(spent.number()?),
                Times::Rounded => least(spent.byte()?).ok_or(spent.invalid())?,
            };
        }
    }
    kinds.end()?;
    payloads.end()?;
    spent.end()
}

/// Reads the entries of a match from their heads.
fn entries(heads: &mut Column<'_>, count: u64) -> Result<Vec<Played>, ArchiveError> {
    let mut played: Vec<Played> = Vec::with_capacity(heads.left().min(count as usize));
    for _ in 0..count {
        let head = ActionHead::read(heads.byte()?).ok_or(heads.invalid())?;
        let ply = match played.last() {
            None if head.same_ply => return Err(heads.invalid()),
            None => 0,
            Some(before) => before.ply.wrapping_add(u32::from(!head.same_ply)),
        };
        let (seat, offered) = (head.seat, head.offered);
        played.push(Played { ply, seat, action: Action::new(0, 0), spent: Ticks::ZERO, offered });
    }
    Ok(played)
}

fn action(kinds: &mut Column<'_>, payloads: &mut Column<'_>, width: usize) -> Result<Action, ArchiveError> {
    let mut payload = [0; 8];
    let bytes = payloads.bytes(width)?;
    payload.get_mut(..width).ok_or(payloads.invalid())?.copy_from_slice(bytes);
    let payload = u64::from_le_bytes(payload);
    let kind = kinds.byte()?;
    if kind >= 32 {
        return Err(kinds.invalid());
    }
    if payload >= 1 << 48 {
        return Err(payloads.invalid());
    }
    Ok(Action::new(kind, payload))
}
