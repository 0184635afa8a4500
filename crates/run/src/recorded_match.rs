//! A complete match on record.

use game::{PerSeat, Seat};
use ledger::{LedgerError, MatchRow};
use referee::{Closing, Fault, Loss};

use crate::RecordedRun;

/// A match's row, with the failures and logs that are stored apart from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMatch {
    /// The match's row.
    pub row: MatchRow,
    /// How each seat failed, if it did, and what it logged.
    pub parts: PerSeat<(Option<Loss>, Closing)>,
    /// Whether the plies in which logs were written are on record.
    pub keeps_log_marks: bool,
}

impl RecordedMatch {
    /// How a seat failed, if it did.
    pub fn loss(&self, seat: Seat) -> Option<&Loss> {
        self.parts[seat].0.as_ref()
    }

    /// Checks that it is on record how the seats failed that forfeited.
    ///
    /// # Errors
    /// When it is not, or a seat failed otherwise than the match ended.
    pub fn check_losses(&self) -> Result<(), LedgerError> {
        let faults = self.row.reason.faults();
        let differs = |seat: &Seat| {
            faults[*seat].as_ref().is_some_and(|fault| {
                self.loss(*seat).is_none_or(|loss| loss.failure.fault.to_string() != fault.to_string())
            })
        };
        match Seat::BOTH.into_iter().find(differs) {
            None => Ok(()),
            Some(seat) => Err(LedgerError::Damaged {
                what: format!(
                    "how {seat} failed in match {} is missing, or it was another fault",
                    self.row.key
                ),
            }),
        }
    }

    /// Whether a seat was slow, which depends on the machine.
    pub fn is_slow(&self) -> bool {
        Seat::BOTH
            .into_iter()
            .any(|seat| self.loss(seat).is_some_and(|loss| loss.failure.fault == Fault::Slow))
    }
}

impl RecordedRun {
    /// Reads the failures and logs of a match to complete its row.
    ///
    /// # Errors
    /// When the failures or logs cannot be read or are damaged.
    pub fn whole(&self, row: MatchRow) -> Result<RecordedMatch, LedgerError> {
        let parts = self.ledger.private_parts(row.key)?;
        Ok(RecordedMatch { row, parts, keeps_log_marks: self.ledger.keeps_log_marks() })
    }
}
