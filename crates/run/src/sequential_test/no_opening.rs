//! Why a sequential test cannot be scheduled.

use thiserror::Error;

/// No opening is that long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("random games of {game} end before {plies} plies")]
pub struct NoOpening {
    /// The game.
    pub game: &'static str,
    /// The plies asked for.
    pub plies: u32,
}
