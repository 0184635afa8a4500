//! Matches on record, checked against their hashes on several threads.

use ledger::{Ledger, LedgerError, MatchRow, StoredRow};
use referee::Played;
use tournament::GameResult;

use crate::ReportError;
use crate::in_order::in_order;
use crate::played::played;

/// Matches that are checked together.
const BATCH: usize = 512;

/// A match as it was recorded, with what follows from its row alone.
pub(crate) struct Checked {
    pub(crate) row: MatchRow,
    pub(crate) result: GameResult,
    pub(crate) played: Vec<Played>,
}

impl Checked {
    fn of(stored: StoredRow) -> Result<Checked, ReportError> {
        let damaged = |what: String| ReportError::from(LedgerError::Damaged { what });
        let row = stored.verified().map_err(|damage| damaged(damage.to_string()))?;
        let result = row.result().map_err(|error| damaged(format!("match {}: {error}", row.key)))?;
        let played = played(&row)?;
        Ok(Checked { row, result, played })
    }
}

/// Calls `each` with the matches of a stage, or of all stages, in schedule order.
///
/// # Errors
/// When a match cannot be read or does not match its hash, or the stage does not match its seal, and any error that
/// `each` returns.
pub(crate) fn for_each_checked(
    ledger: &Ledger,
    stage: Option<u16>,
    mut each: impl FnMut(Checked) -> Result<(), ReportError>,
) -> Result<(), ReportError> {
    in_order(
        |batch: Vec<StoredRow>| batch.into_iter().map(Checked::of).collect::<Vec<_>>(),
        |checked| checked.into_iter().try_for_each(|checked| each(checked?)),
        |check| {
            let mut batch = Vec::with_capacity(BATCH);
            let sealed = ledger.for_each_match(stage, |stored| {
                batch.push(stored);
                if batch.len() < BATCH {
                    return Ok(());
                }
                check(std::mem::replace(&mut batch, Vec::with_capacity(BATCH)))
            });
            // A match that was changed is named, rather than the seal that it breaks.
            check(batch)?;
            sealed
        },
    )
}
