//! Loading the results on record into a stage.

use std::collections::BTreeSet;

use ledger::Ledger;
use tournament::{LoadedResults, MatchKey, ResultLoader, Stage};

use crate::RecordError;

/// Loads the results on record into a stage that has no results. Returns the matches that are asked for but not on
/// record, and those on record that have not been asked for yet.
///
/// # Errors
/// When a match on record is not asked for, or cannot be read.
pub fn load_results(ledger: &Ledger, stage: &mut Stage) -> Result<LoadedResults, RecordError> {
    load_some(ledger, stage, None)
}

/// As [`load_results`], with only some of the matches on record.
pub(crate) fn load_some(
    ledger: &Ledger,
    stage: &mut Stage,
    only: Option<&BTreeSet<MatchKey>>,
) -> Result<LoadedResults, RecordError> {
    let number = stage.plan().number;
    let mut loader = ResultLoader::new(stage);
    ledger.for_each_result(number, |key, result| match only {
        Some(only) if !only.contains(&key) => Ok(()),
        _ => loader.add(key, result).map_err(RecordError::from),
    })?;
    Ok(loader.finish()?)
}
