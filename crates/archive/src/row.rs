//! One recorded match.

use std::sync::Arc;

use game::{Outcome, PerSeat, Seat};
use referee::{Played, Ticks};
use tournament::{EntrantId, MatchKey};

/// A match as it is archived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The match's place in the schedule.
    pub key: MatchKey,
    /// The entrant at each seat.
    pub entrants: PerSeat<EntrantId>,
    /// The text of the start position, shared by the matches that have the same; `None` for the game's own.
    pub start: Option<Arc<str>>,
    /// Who won, if anyone.
    pub outcome: Outcome,
    /// Why the match ended so: an index in a table of reasons that is kept elsewhere.
    pub reason: u32,
    /// Whether it counts: no ruling took it out.
    pub counts: bool,
    /// The number of complete plies.
    pub plies: u32,
    /// Each seat's metrics at the end, in the game's order.
    pub metrics: PerSeat<Vec<i64>>,
    /// The total time that each seat used.
    pub spent: PerSeat<Ticks>,
    /// Each seat's peak memory in bytes.
    pub memory: PerSeat<u64>,
    /// All actions, in order, with plies that follow one another as in a transcript.
    pub played: Vec<Played>,
}

impl Row {
    /// The time of each seat's actions together, each as `told`. It differs from [`Row::spent`] by what a failing call used
    /// and by what rounding took away.
    pub(crate) fn acting(&self, told: impl Fn(Ticks) -> Ticks) -> PerSeat<u64> {
        let mut acting = PerSeat::default();
        for played in &self.played {
            let sum: &mut u64 = &mut acting[played.seat];
            *sum = sum.wrapping_add(told(played.spent).0);
        }
        acting
    }

    /// The number of plies that have actions.
    pub(crate) fn acted(&self) -> u32 {
        self.played.last().map_or(0, |last| last.ply.wrapping_add(1))
    }
}

/// Whose actions a column holds one after another: the entrants in their order, of each its matches in theirs. A bot
/// repeats itself, so that its actions and times compress best side by side.
pub(crate) fn by_entrant(
    entrants: impl Iterator<Item = PerSeat<EntrantId>>,
) -> Vec<(EntrantId, usize, Seat)> {
    let mut order: Vec<(EntrantId, usize, Seat)> =
        entrants.enumerate().flat_map(|(row, pair)| Seat::BOTH.map(|seat| (pair[seat], row, seat))).collect();
    order.sort_unstable();
    order
}
