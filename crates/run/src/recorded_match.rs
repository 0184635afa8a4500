//! A complete match on record.

use game::{PerSeat, Seat};
use ledger::{LedgerError, MatchRow};
use referee::{Closing, Fault, Loss, Record, Verdict};
use tournament::MatchKey;

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

    /// The match as whoever played it has returned it.
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

    /// Whether a seat was slow, which depends on the machine.
    pub fn is_slow(&self) -> bool {
        Seat::BOTH
            .into_iter()
            .any(|seat| self.loss(seat).is_some_and(|loss| loss.failure.fault == Fault::Slow))
    }
}

impl RecordedRun {
    /// Returns the match with the given key as a whole, if it is on record. How those failed who forfeited is known.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn find_whole(&self, key: MatchKey) -> Result<Option<RecordedMatch>, LedgerError> {
        let Some(row) = self.find(key)? else { return Ok(None) };
        let whole = self.whole(row)?;
        whole.check_losses()?;
        Ok(Some(whole))
    }

    /// Reads the failures and logs of a match to complete its row.
    ///
    /// # Errors
    /// When the failures or logs cannot be read or are damaged.
    pub fn whole(&self, row: MatchRow) -> Result<RecordedMatch, LedgerError> {
        let parts = self.ledger.private_parts(row.key)?;
        Ok(RecordedMatch { row, parts, keeps_log_marks: self.ledger.keeps_log_marks() })
    }
}
