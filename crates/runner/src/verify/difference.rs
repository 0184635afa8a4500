//! In what a match played again is not as recorded.

use game::{Seat, ply_number};
use ledger::MatchRow;
use referee::Record;

/// The first thing in which a match played again is not as recorded.
pub(super) fn difference(row: &MatchRow, again: Result<&Record, String>) -> Option<String> {
    let record = match again {
        Ok(record) => record,
        Err(why) => return Some(format!("match {}: it cannot be played again: {why}", row.key)),
    };
    let other = MatchRow::new(row.key, row.entrants, row.start.clone(), record);
    if other == *row {
        return None;
    }
    let recorded = row.played().unwrap_or_default();
    let ply = recorded.iter().zip(&record.played).find(|(old, new)| old != new);
    let what = match ply {
        Some((old, new)) if old.action == new.action => {
            format!(
                "ply {}: {} took {} ticks, was {}",
                ply_number(old.ply),
                seat_word(old.seat),
                new.spent.0,
                old.spent.0
            )
        }
        Some((old, new)) => format!(
            "ply {}: {} played code {}, was {}",
            ply_number(old.ply),
            seat_word(old.seat),
            new.action.code(),
            old.action.code()
        ),
        None if recorded.len() != record.played.len() => {
            format!("{} actions, were {}", record.played.len(), recorded.len())
        }
        None => format!(
            "ended with {} ({}), was {} ({})",
            outcome(&other),
            other.reason,
            outcome(row),
            row.reason
        ),
    };
    Some(format!("match {}: {what}", row.key))
}

fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "the first seat",
        Seat::Second => "the second seat",
    }
}

fn outcome(row: &MatchRow) -> &'static str {
    match row.outcome.winner() {
        Some(Seat::First) => "a win of the first seat",
        Some(Seat::Second) => "a win of the second seat",
        None => "a draw",
    }
}
