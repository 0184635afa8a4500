//! What the failures of a run are called: an exception of a script is no trap. Of what the script said nothing else is
//! taken, because a site is public.

use std::collections::BTreeMap;

use game::{PerSeat, Seat};
use job::{ending, public_detail};
use ledger::{Ledger, LedgerError, MatchRow};
use referee::{AccountKind, Failure};
use tournament::MatchKey;

/// The failures of a run that are not called by their fault.
#[derive(Debug, Default)]
pub(crate) struct FailureNames {
    by_match: BTreeMap<MatchKey, PerSeat<Option<AccountKind>>>,
}

impl FailureNames {
    /// Reads them.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn of(ledger: &Ledger) -> Result<FailureNames, LedgerError> {
        let mut names = FailureNames::default();
        for (key, seat, failure) in ledger.accounts()? {
            names.by_match.entry(key).or_default()[seat] = failure.account();
        }
        Ok(names)
    }

    /// How the seats of a match failed that forfeited it, as far as everybody may know.
    pub(crate) fn failures(&self, row: &MatchRow) -> PerSeat<Option<Failure>> {
        let faults = row.reason.faults();
        let known = self.by_match.get(&row.key);
        PerSeat::from_fn(|seat: Seat| {
            let kind = known.and_then(|known| known[seat]);
            Some(Failure::new(faults[seat]?, kind.map_or("", public_detail)))
        })
    }

    /// Why a match ended: `forfeit: exception`.
    pub(crate) fn ending(&self, row: &MatchRow) -> String {
        ending(&row.reason, self.failures(row).as_ref().map(Option::as_ref))
    }
}
