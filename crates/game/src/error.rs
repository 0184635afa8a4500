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
    cost: u64,
    is_host: bool,
}

impl TextError {
    /// An error with a message: lower case, no full stop.
    pub fn new(message: impl Into<String>) -> TextError {
        TextError { message: message.into(), cost: 0, is_host: false }
    }

    /// Returns the error with the work that reading took, in the units of [`Work`](crate::Work), beyond the game's
    /// prices.
    #[must_use]
    pub fn after(self, cost: u64) -> TextError {
        TextError { cost, ..self }
    }

    /// Returns the error as a failure of the host, if `fault` is one.
    #[must_use]
    pub fn because_of(self, fault: &RulesFault) -> TextError {
        TextError { is_host: fault.is_host, ..self }
    }

    /// Returns `true` if the host failed while the rules read the text, which says nothing about the text.
    pub const fn is_host(&self) -> bool {
        self.is_host
    }

    /// Work spent on reading before the error, beyond the game's prices.
    pub const fn cost(&self) -> u64 {
        self.cost
    }
}

/// A failure of the rules of a game from a file. It is never a player's loss.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} (in the position: {position})")]
pub struct RulesFault {
    /// The failure in one line, with function and line: `exception in apply, connect4.py:23: IndexError: …`.
    pub what: String,
    /// Further lines: the source line, the outer calls, advice.
    pub trace: Vec<String>,
    /// The text of the position in which the rules failed.
    pub position: String,
    /// `true` if the host failed while it ran the rules. Such a match is retried.
    pub is_host: bool,
}
