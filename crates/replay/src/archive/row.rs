//! One recorded match.

use std::sync::Arc;

use game::{Outcome, PerSeat, Seat};
use referee::{Played, Ticks};
use tournament::{EntrantId, MatchKey};

/// An archived match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The match's place in the schedule.
    pub key: MatchKey,
    /// The entrant at each seat.
    pub entrants: PerSeat<EntrantId>,
    /// The text of the start position, shared by matches with the same one; `None` for the game's own.
    pub start: Option<Arc<str>>,
    /// The outcome.
    pub outcome: Outcome,
    /// The reason why the match ended: an index into a table of reasons that is stored elsewhere.
    pub reason: u32,
    /// `true` if the match counts: no ruling annulled it.
    pub counts: bool,
    /// Number of complete plies.
    pub plies: u32,
    /// Each seat's metrics at the end, in the game's order.
    pub metrics: PerSeat<Vec<i64>>,
    /// Total time of each seat.
    pub spent: PerSeat<Ticks>,
    /// Peak memory of each seat, in bytes.
    pub memory: PerSeat<u64>,
    /// All actions in order, with plies numbered as in a transcript.
    pub played: Vec<Played>,
}

impl Row {
    /// Returns the total time of each seat's actions, each mapped by `told`. [`Row::spent`] also includes the time of
    /// a failing call, and the time lost by rounding.
    pub(crate) fn acting(&self, told: impl Fn(Ticks) -> Ticks) -> PerSeat<u64> {
        let mut acting = PerSeat::default();
        for played in &self.played {
            let sum: &mut u64 = &mut acting[played.seat];
            *sum = sum.wrapping_add(told(played.spent).0);
        }
        acting
    }

    /// Returns the number of plies with actions.
    pub(crate) fn acted(&self) -> u32 {
        self.played.last().map_or(0, |last| last.ply.wrapping_add(1))
    }
}

/// Returns the order of actions in a column: by entrant, then by match. A bot repeats itself, so its actions and
/// times compress best side by side.
pub(crate) fn by_entrant(
    entrants: impl Iterator<Item = PerSeat<EntrantId>>,
) -> Vec<(EntrantId, usize, Seat)> {
    let mut order: Vec<(EntrantId, usize, Seat)> =
        entrants.enumerate().flat_map(|(row, pair)| Seat::BOTH.map(|seat| (pair[seat], row, seat))).collect();
    order.sort_unstable();
    order
}
