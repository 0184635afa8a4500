//! A complete match on record.

use game::{PerSeat, Seat};
use referee::{Closing, Fault, Loss, Record, Verdict};

use crate::{Ledger, LedgerError, MatchRow};

/// A match's row with its failures and logs, which are stored separately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMatch {
    /// The match's row.
    pub row: MatchRow,
    /// Each seat's failure, if any, and its log and peak memory.
    pub parts: PerSeat<(Option<Loss>, Closing)>,
}

impl RecordedMatch {
    /// Completes the row of a match that was played with the failures and logs of its record.
    pub fn new(row: MatchRow, record: Record) -> RecordedMatch {
        let (PerSeat(losses), PerSeat(closings)) = (record.losses, record.closings);
        let [first, second] = losses.map(|loss| loss.map(|loss| *loss));
        let [of_first, of_second] = closings;
        let parts = PerSeat::new((first, of_first), (second, of_second));
        RecordedMatch { row, parts }
    }

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
            faults[*seat].is_some_and(|fault| self.loss(*seat).is_none_or(|loss| loss.failure.fault != fault))
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
            closings: parts.as_ref().map(|(_, closing)| closing.clone()),
        })
    }

    /// Returns `true` if a seat failed by being slow, which depends on the machine.
    pub fn is_slow(&self) -> bool {
        Seat::BOTH
            .into_iter()
            .any(|seat| self.loss(seat).is_some_and(|loss| loss.failure.fault == Fault::Slow))
    }
}

impl Ledger {
    /// Reads the failures and logs that complete a match's row.
    ///
    /// # Errors
    /// When the failures or logs cannot be read or are damaged.
    pub fn whole(&self, row: MatchRow) -> Result<RecordedMatch, LedgerError> {
        let mut parts = self.private_parts(row.key)?;
        for seat in Seat::BOTH {
            parts[seat].1.memory_peak = row.memory[seat];
        }
        Ok(RecordedMatch { row, parts })
    }
}
