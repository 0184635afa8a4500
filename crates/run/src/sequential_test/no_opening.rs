//! Why a sequential test cannot be scheduled.

use thiserror::Error;

/// No opening has the length asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("random games of {game} end before {plies} plies")]
pub struct NoOpening {
    /// The game's name.
    pub game: &'static str,
    /// The number of plies asked for.
    pub plies: u32,
}
