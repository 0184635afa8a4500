//! The actions of a match, from its row.

use ledger::{LedgerError, MatchRow};
use referee::Played;

use crate::ReportError;

/// The actions of a match.
pub(crate) fn played(row: &MatchRow) -> Result<Vec<Played>, ReportError> {
    row.played().map_err(|error| damaged(format!("match {}: {error}", row.key)))
}

fn damaged(what: String) -> ReportError {
    LedgerError::Damaged { what }.into()
}
