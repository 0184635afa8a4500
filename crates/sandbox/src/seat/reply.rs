//! What came of a start or of a question, for both kinds of bots.

use referee::Failure;

use crate::seat::SeatState;

/// What came of a start.
pub(crate) struct Start<L> {
    /// The instance, or how the bot failed and the state that is left.
    pub(crate) result: Result<L, (Failure, SeatState)>,
    /// Fuel that was not used.
    pub(crate) left: u64,
}

/// What came of a question.
pub(crate) struct Reply {
    pub(crate) result: Result<i64, Failure>,
    /// The code last offered.
    pub(crate) offer: Option<i64>,
    /// Fuel that was not used.
    pub(crate) left: u64,
}
