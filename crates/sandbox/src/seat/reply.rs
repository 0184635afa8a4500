//! Outcomes of a start and of a question, for both kinds of bots.

use referee::Failure;

use crate::seat::SeatState;

/// The outcome of a start.
pub(crate) struct Start<L> {
    /// The instance, or the bot's failure and the remaining state.
    pub(crate) result: Result<L, (Failure, SeatState)>,
    /// Unused fuel.
    pub(crate) left: u64,
}

/// The outcome of a question.
pub(crate) struct Reply {
    pub(crate) result: Result<i64, Failure>,
    /// The code last offered.
    pub(crate) offer: Option<i64>,
    /// Unused fuel.
    pub(crate) left: u64,
}
