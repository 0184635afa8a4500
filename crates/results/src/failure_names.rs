//! The names of a run's failures: an exception of a script is no trap. Nothing else of a script's message is used, as a
//! site is public.

use std::collections::BTreeMap;

use game::{PerSeat, Seat};
use job::public_detail;
use ledger::{Ledger, LedgerError, MatchRow};
use referee::{AccountKind, Failure};
use tournament::MatchKey;

/// The failures of a run whose name differs from their fault.
#[derive(Debug, Default)]
pub struct FailureNames {
    by_match: BTreeMap<MatchKey, PerSeat<Option<AccountKind>>>,
}

impl FailureNames {
    /// Reads the failures.
    ///
    /// # Errors
    /// Fails if they cannot be read.
    pub(crate) fn read(ledger: &Ledger) -> Result<FailureNames, LedgerError> {
        let mut names = FailureNames::default();
        for (key, seat, failure) in ledger.accounts()? {
            names.by_match.entry(key).or_default()[seat] = failure.account();
        }
        Ok(names)
    }

    /// Returns the public description of how the seats of a match forfeited it.
    pub fn failures(&self, row: &MatchRow) -> PerSeat<Option<Failure>> {
        let faults = row.reason.faults();
        let known = self.by_match.get(&row.key);
        PerSeat::from_fn(|seat: Seat| {
            let kind = known.and_then(|known| known[seat]);
            Some(Failure::new(faults[seat]?, kind.map_or("", public_detail)))
        })
    }

    /// Returns the reason why a match ended: `forfeit: exception`.
    pub fn ending(&self, row: &MatchRow) -> String {
        row.reason.ending(self.failures(row).as_ref().map(Option::as_ref))
    }
}
