//! The error for texts that cannot be read.

use thiserror::Error;

/// A position, an action or a ply that cannot be read or that the rules forbid.
///
/// The message locates the problem on the board (a square, a row, a tank) and states the rule it breaks:
/// `row 3 has 5 boxes, not 6`, `a normal tank cannot stand on the contaminated square e5`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct TextError {
    message: String,
}

impl TextError {
    /// An error with a message: lower case, no full stop.
    pub fn new(message: impl Into<String>) -> TextError {
        TextError { message: message.into() }
    }
}
