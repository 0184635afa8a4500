//! When a stage stops before its end.
//!
//! It is looked at when a round is complete, in the order of the schedule, and only where everybody has had
//! equally many games: the first such point that decides ends the stage, at whatever speed results arrive.

mod decided;
mod precise;

use std::fmt;

pub(crate) use decided::{Bounds, is_decided};
pub(crate) use precise::{Looks, is_precise};

/// Why a stage stops before its end.
///
/// As text it goes behind "when" and "as": `no further match can change its first place`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// So many first places are decided, whatever the games left come to.
    Decided {
        /// How many.
        places: u32,
    },
    /// The rating of everybody who is ranked and plays on is known well enough.
    Precise {
        /// Half the width of a 95 % interval at most, in Elo.
        elo: u32,
    },
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Decided { places: 1 } => f.write_str("no further match can change its first place"),
            Stop::Decided { places } => write!(f, "no further match can change its first {places} places"),
            Stop::Precise { elo } => {
                write!(f, "every rating is known to within ± {elo} Elo (95 % intervals)")
            }
        }
    }
}
