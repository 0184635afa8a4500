//! The matches that were lost by a fault.

use game::Seat;

use crate::fold::RunSummary;
use crate::model::{Fault, Faults};

/// Returns the number of faults of each kind, and the first faults.
pub(super) fn faults(folded: &RunSummary) -> Faults {
    let list = folded.failed.iter().flat_map(|row| {
        let mut failures = folded.names.failures(row);
        let failed = Seat::BOTH.into_iter().filter_map(move |seat| Some((seat, failures[seat].take()?)));
        failed.map(|(seat, failure)| Fault {
            name: failure.name(),
            explanation: job::meaning(&failure),
            entrant: row.entrants[seat].index(),
            opponent: row.entrants[seat.other()].index(),
            key: row.key.to_string(),
            ply: game::ply_number(row.plies),
        })
    });
    let (kinds, named) = (folded.census.faults(), folded.census.failures());
    Faults { kinds, named, list: list.collect() }
}
