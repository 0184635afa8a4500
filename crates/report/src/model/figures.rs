//! How long matches were, and moves took.

use referee::Ticks;
use serde::Serialize;

use super::entrant::EntrantIndex;

/// How long matches were.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Lengths {
    /// Classes of equal width without gaps.
    pub classes: Vec<LengthClass>,
    /// The shortest match in plies.
    pub least: u32,
    /// Half of the matches are not longer.
    pub median: u32,
    /// The longest.
    pub most: u32,
}

/// Matches of similar length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LengthClass {
    /// Plies at least.
    pub from: u32,
    /// Plies at most.
    pub to: u32,
    /// Number of matches.
    pub matches: u64,
}

/// How much time an entrant used for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MoveTimes {
    /// Who.
    pub entrant: EntrantIndex,
    /// Number of moves.
    pub moves: u64,
    /// One move in ten was at most as long.
    pub tenth: TickCount,
    /// Half of the moves were.
    pub median: TickCount,
    /// Nine in ten were.
    pub nine_tenths: TickCount,
    /// The longest.
    pub most: TickCount,
}

/// Ticks of 0.1 ns, a number in exports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct TickCount(pub u64);

impl From<Ticks> for TickCount {
    fn from(ticks: Ticks) -> TickCount {
        TickCount(ticks.0)
    }
}

impl From<TickCount> for Ticks {
    fn from(count: TickCount) -> Ticks {
        Ticks(count.0)
    }
}
