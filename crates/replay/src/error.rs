//! Reasons why a record cannot be replayed.

use game::{PlyError, TextError};
use thiserror::Error;

/// Reasons why a record cannot be replayed: it is damaged, or was played by different rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The start position cannot be read.
    #[error("its start position cannot be read: {0}")]
    Start(TextError),
    /// A ply cannot be played at its place in the record.
    #[error("its ply {ply} cannot be played: {why}")]
    Ply {
        /// The number of the ply, from 1.
        ply: u32,
        /// The reason.
        why: PlyError,
    },
    /// A ply has two actions of one seat.
    #[error("its ply {ply} has two actions of one seat")]
    Twice {
        /// The number of the ply, from 1.
        ply: u32,
    },
    /// The actions of a ply are legal, but took more time than the limits allow, or come after the last ply allowed.
    #[error("its ply {ply} was played against the limits of the match")]
    Overdue {
        /// The number of the ply, from 1.
        ply: u32,
    },
    /// The requested ply is after the last one.
    #[error("there is no ply {ply}; the match has {plies}")]
    NoSuchPly {
        /// The number of the ply.
        ply: u32,
        /// Number of complete plies.
        plies: u32,
    },
}
