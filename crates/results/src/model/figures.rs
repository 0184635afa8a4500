//! The lengths of matches and the times of moves.

use referee::Ticks;
use serde::Serialize;

use super::ratings::EntrantIndex;

/// The distribution of match lengths.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Lengths {
    /// Classes of equal width without gaps.
    pub classes: Vec<LengthClass>,
    /// The shortest match in plies.
    pub least: u32,
    /// The median length: half of the matches are not longer.
    pub median: u32,
    /// The longest match in plies.
    pub most: u32,
}

/// Matches of similar length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LengthClass {
    /// Minimum number of plies.
    pub from: u32,
    /// Maximum number of plies.
    pub to: u32,
    /// Number of matches.
    pub matches: u64,
}

/// The time an entrant used per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MoveTimes {
    /// The entrant.
    pub entrant: EntrantIndex,
    /// Number of moves.
    pub moves: u64,
    /// The first decile of the time per move.
    pub tenth: TickCount,
    /// The median.
    pub median: TickCount,
    /// The ninth decile.
    pub nine_tenths: TickCount,
    /// The maximum.
    pub most: TickCount,
}

/// Ticks of 0.1 ns, exported as a number.
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
