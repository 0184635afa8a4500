//! Stopping a stage before its end.
//!
//! This is checked when a round is complete, in the order of the schedule, and only where every entrant has had equally
//! many games. The first such point that decides ends the stage, regardless of the order in which results arrive.

mod decided;
mod precise;

use std::fmt;

pub(crate) use decided::{Bounds, is_decided};
pub(crate) use precise::{Looks, is_precise};

/// The reason why a stage stops before its end.
///
/// As text it follows "when" or "as": `no further match can change its first place`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The given number of first places is decided, however the remaining games end.
    Decided {
        /// Number of places.
        places: u32,
    },
    /// The ratings of all ranked entrants that are still playing have narrow enough intervals.
    Precise {
        /// Maximum half-width of a 95 % interval, in Elo.
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
