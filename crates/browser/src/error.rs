//! Reasons why an operation failed.

use game::TextError;
use hash::HashError;
use referee::transcript::TranscriptError;
use referee::{ParseLimitsError, UnknownFault};
use replay::ReplayError;
use replay::archive::ArchiveError;
use thiserror::Error;
use tournament::KeyError;

/// Reasons why an operation failed, in words for the console of a browser.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The handle is not open.
    #[error("there is nothing with the handle {0}; it may have been closed")]
    NoSuchHandle(u32),
    /// The handle is of another kind.
    #[error("the handle {handle} is not of {expected}")]
    OtherHandle {
        /// The handle.
        handle: u32,
        /// The kind that the operation needs.
        expected: &'static str,
    },
    /// A number that is not a call over positions.
    #[error("there is no call {0} over positions")]
    NoSuchCall(u32),
    /// The numbers do not identify a match.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A number that is not a seat.
    #[error("{0} is not a seat; the seats are 0 and 1")]
    NotASeat(u32),
    /// The request is shorter than it says.
    #[error("the request has {found} bytes, not {due}")]
    ShortRequest {
        /// Number of bytes found.
        found: usize,
        /// Number of bytes needed.
        due: usize,
    },
    /// More bytes are requested than are returned at once.
    #[error("{0} bytes are more than are given at once")]
    TooMany(u32),
    /// The reply cannot be written as JSON.
    #[error("the reply cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    /// The request is not UTF-8.
    #[error("the text is not UTF-8")]
    NotText,
    /// There is no such game.
    #[error("unknown game `{name}`; known games: {}", games::names())]
    UnknownGame {
        /// The name.
        name: String,
    },
    /// The hash of a module cannot be read.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The module has no game.
    #[error(transparent)]
    Game(#[from] game_file::OpenError),
    /// The rule options cannot be read.
    #[error(transparent)]
    Rules(#[from] game::RuleError),
    /// The limits cannot be read.
    #[error(transparent)]
    Limits(#[from] ParseLimitsError),
    /// The transcript cannot be read.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
    /// The archive cannot be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The archive has fewer matches.
    #[error("there is no match {index}; the archive has {count}")]
    NoSuchMatch {
        /// The index of the match, from 0.
        index: u32,
        /// Number of matches.
        count: usize,
    },
    /// The record cannot be replayed.
    #[error("the match cannot be replayed: {0}")]
    Replay(#[from] ReplayError),
    /// Text that is not an action.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A code that is not an action of the game.
    #[error("{0} is not an action of the game")]
    NotAnAction(i64),
    /// An answer that is neither an action nor a failure.
    #[error("an answer has either a code or a fault")]
    NoAnswer,
    /// A code that is not a whole number of 64 bits.
    #[error("`{0}` is not a code")]
    NotACode(String),
    /// A time that is not a whole number of ticks.
    #[error("`{0}` is not a number of ticks")]
    NotTicks(String),
    /// A fault that does not exist.
    #[error(transparent)]
    Fault(#[from] UnknownFault),
    /// The seat is not to act now.
    #[error("seat {0} is not asked")]
    NotAsked(usize),
    /// There is no ply to take back.
    #[error("there is no ply to take back")]
    NothingToUndo,
}
