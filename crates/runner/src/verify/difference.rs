//! Differences between a match played again and its record.

use game::{Seat, ply_number};
use ledger::{MatchRow, RecordedMatch};
use referee::{Loss, Played, Record};

/// The first difference between a match played again and its record.
pub(super) fn difference(file: &RecordedMatch, record: &Record) -> Option<String> {
    let row = &file.row;
    let other = MatchRow::new(row.key, row.entrants, row.start.clone(), record);
    if other == *row {
        return Seat::BOTH.into_iter().find_map(|seat| private_difference(file, record, seat));
    }
    let recorded = row.played().unwrap_or_default();
    action_difference(&recorded, &record.played).or_else(|| {
        Some(format!(
            "ended with {} ({}), was {} ({})",
            outcome(&other),
            other.reason,
            outcome(row),
            row.reason
        ))
    })
}

/// The first action that is not as recorded, or did not take the recorded time.
pub(super) fn action_difference(recorded: &[Played], again: &[Played]) -> Option<String> {
    let differing = recorded.iter().zip(again).find(|(old, new)| old != new);
    let Some((old, new)) = differing else {
        return (recorded.len() != again.len())
            .then(|| format!("{} actions, were {}", again.len(), recorded.len()));
    };
    let seat = old.seat;
    Some(if old.action == new.action {
        format!("ply {}: {seat} took {} ticks, was {}", ply_number(old.ply), new.spent.0, old.spent.0)
    } else {
        format!(
            "ply {}: {seat} played code {}, was {}",
            ply_number(old.ply),
            new.action.code(),
            old.action.code()
        )
    })
}

fn private_difference(file: &RecordedMatch, record: &Record, seat: Seat) -> Option<String> {
    let (_, old) = &file.parts[seat];
    let new = &record.closings[seat];
    if (&old.log, old.log_dropped) != (&new.log, new.log_dropped) {
        return Some(format!("the log of {seat} is not as recorded"));
    }
    if old.log_marks != new.log_marks {
        return Some(format!("{seat} wrote its log in different plies"));
    }
    loss_difference(file.loss(seat), record.losses[seat].as_deref(), seat)
}

/// The difference between two failures of a seat, the recorded one and the new one.
pub(super) fn loss_difference(old: Option<&Loss>, new: Option<&Loss>, seat: Seat) -> Option<String> {
    let told = |loss: Option<&Loss>| {
        loss.map_or_else(
            || "did not fail".to_owned(),
            |loss| format!("failed by {} ({})", loss.failure.fault, loss.failure.detail),
        )
    };
    let (was, is) = (told(old), told(new));
    match old == new {
        true => None,
        false if was == is => {
            Some(format!("{seat} failed the same way, but the recorded details of its failure differ"))
        }
        false => Some(format!("{seat} {is}, but {was} in the record")),
    }
}

fn outcome(row: &MatchRow) -> &'static str {
    match row.outcome.winner() {
        Some(Seat::First) => "a win of the first seat",
        Some(Seat::Second) => "a win of the second seat",
        None => "a draw",
    }
}
