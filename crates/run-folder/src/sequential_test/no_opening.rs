//! The error for a sequential test that cannot be scheduled.

use thiserror::Error;

/// No opening has the requested length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("random games of {game} end before {plies} plies")]
pub struct NoOpening {
    /// The game's name.
    pub game: &'static str,
    /// Number of plies requested.
    pub plies: u32,
}
