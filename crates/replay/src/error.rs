//! Records that the rules do not allow.

use game::{PlyError, TextError};
use thiserror::Error;

/// A record that cannot be replayed: it is damaged, or was played by other rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The start position cannot be read.
    #[error("its start position cannot be read: {0}")]
    Start(TextError),
    /// A ply that cannot be played where it is recorded.
    #[error("its ply {ply} cannot be played: {why}")]
    Ply {
        /// From 1.
        ply: u32,
        /// Why.
        why: PlyError,
    },
    /// A ply with two actions of one seat.
    #[error("its ply {ply} has two actions of one seat")]
    Twice {
        /// From 1.
        ply: u32,
    },
    /// A ply behind the last one.
    #[error("there is no ply {ply}; the match has {plies}")]
    NoSuchPly {
        /// The number asked for.
        ply: u32,
        /// Complete plies.
        plies: u32,
    },
}
