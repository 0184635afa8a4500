//! Loading the results on record into a stage.

use ledger::{Ledger, LedgerError, MatchRow};
use tournament::{GameResult, LoadedResults, ResultLoader, Stage};

use crate::RecordError;

/// Loads the results on record into a stage that has no results. Returns the matches that are asked for but not on
/// record, and those on record that have not been asked for yet.
///
/// # Errors
/// When a match on record is not asked for, or cannot be read.
pub fn load_results(ledger: &Ledger, stage: &mut Stage) -> Result<LoadedResults, RecordError> {
    let number = stage.plan().number;
    let mut loader = ResultLoader::new(stage);
    ledger.for_each_result(number, |key, result| loader.add(key, result).map_err(RecordError::from))?;
    Ok(loader.finish()?)
}

/// Like [`load_results`], but also calls `each` with every match and its result, in schedule order.
///
/// # Errors
/// As [`load_results`], and any error that `each` returns.
pub fn read_results<E: From<LedgerError> + From<RecordError>>(
    ledger: &Ledger,
    stage: &mut Stage,
    mut each: impl FnMut(MatchRow, GameResult) -> Result<(), E>,
) -> Result<LoadedResults, E> {
    let number = stage.plan().number;
    let mut loader = ResultLoader::new(stage);
    ledger.for_each_match(Some(number), |stored| {
        let row = stored.verified().map_err(|damage| damaged(damage.to_string()))?;
        let result = row.result().map_err(|error| damaged(format!("match {}: {error}", row.key)))?;
        loader.add(row.key, result.clone()).map_err(RecordError::from)?;
        each(row, result)
    })?;
    Ok(loader.finish().map_err(RecordError::from)?)
}

fn damaged(what: String) -> LedgerError {
    LedgerError::Damaged { what }
}
