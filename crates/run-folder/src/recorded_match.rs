//! A complete match on record.

use game::{PerSeat, Seat};
use ledger::{LedgerError, MatchRow};
use referee::{Closing, Fault, Loss, Record, Verdict};
use tournament::MatchKey;

use crate::RecordedRun;

/// A match's row with its failures and logs, which are stored separately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMatch {
    /// The match's row.
    pub row: MatchRow,
    /// Each seat's failure, if any, and its log.
    pub parts: PerSeat<(Option<Loss>, Closing)>,
    /// `true` if the record tells in which plies the logs were written.
    pub keeps_log_marks: bool,
}

impl RecordedMatch {
    /// Returns a seat's failure; `None` if it did not fail.
    pub fn loss(&self, seat: Seat) -> Option<&Loss> {
        self.parts[seat].0.as_ref()
    }

    /// Checks that the failures of the seats that forfeited are on record.
    ///
    /// # Errors
    /// When one is missing, or a seat's failure does not match the match's ending.
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
                    "the failure of {seat} in match {} is missing or has a different fault",
                    self.row.key
                ),
            }),
        }
    }

    /// Returns the record of the match as its executor returned it.
    ///
    /// # Errors
    /// When its transcript cannot be read.
    pub fn record(&self) -> Result<Record, LedgerError> {
        let RecordedMatch { row, parts, .. } = self;
        let damaged = |error| LedgerError::Damaged { what: format!("match {}: {error}", row.key) };
        Ok(Record {
            verdict: Verdict { outcome: row.outcome, reason: row.reason.clone() },
            played: row.played().map_err(damaged)?,
            plies: row.plies,
            metrics: row.metrics.clone(),
            spent: row.spent,
            losses: parts.as_ref().map(|(loss, _)| loss.clone().map(Box::new)),
            closings: PerSeat::from_fn(|seat| Closing {
                memory_peak: row.memory[seat],
                ..parts[seat].1.clone()
            }),
        })
    }

    /// Returns `true` if a seat failed by being slow, which depends on the machine.
    pub fn is_slow(&self) -> bool {
        Seat::BOTH
            .into_iter()
            .any(|seat| self.loss(seat).is_some_and(|loss| loss.failure.fault == Fault::Slow))
    }
}

impl RecordedRun {
    /// Returns the whole match with the given key; `None` if it is not on record. Its failures are checked to be
    /// complete.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn find_whole(&self, key: MatchKey) -> Result<Option<RecordedMatch>, LedgerError> {
        let Some(row) = self.find(key)? else { return Ok(None) };
        let whole = self.whole(row)?;
        whole.check_losses()?;
        Ok(Some(whole))
    }

    /// Reads the failures and logs that complete a match's row.
    ///
    /// # Errors
    /// When the failures or logs cannot be read or are damaged.
    pub fn whole(&self, row: MatchRow) -> Result<RecordedMatch, LedgerError> {
        let parts = self.ledger.private_parts(row.key)?;
        Ok(RecordedMatch { row, parts, keeps_log_marks: self.ledger.keeps_log_marks() })
    }
}
