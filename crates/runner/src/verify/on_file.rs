//! A match as the record has it.

use game::{PerSeat, Seat};
use ledger::MatchRow;
use referee::{Closing, Fault, Loss};

/// A match's row with what is kept of the match apart from it.
pub(super) struct OnFile {
    pub(super) row: MatchRow,
    /// How each seat failed, and what it logged.
    pub(super) parts: PerSeat<(Option<Loss>, Closing)>,
    /// Whether the plies in which logs were written are on record.
    pub(super) keeps_log_marks: bool,
}

impl OnFile {
    pub(super) fn loss(&self, seat: Seat) -> Option<&Loss> {
        self.parts[seat].0.as_ref()
    }

    /// Whether a seat was slow, which depends on the machine.
    pub(super) fn is_slow(&self) -> bool {
        Seat::BOTH.into_iter().any(|seat| is_slow(self.loss(seat)))
    }
}

/// Whether a seat failed in the one way that depends on the machine.
pub(super) fn is_slow(loss: Option<&Loss>) -> bool {
    loss.is_some_and(|loss| loss.failure.fault == Fault::Slow)
}
