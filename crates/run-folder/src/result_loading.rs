//! Loads the results on record into a stage.

use std::collections::BTreeSet;

use ledger::Ledger;
use tournament::{LoadedResults, MatchKey, ResultLoader, Stage};

use crate::RecordError;

/// Loads the results on record into a stage without results. Returns the requested matches that are not on record, and
/// the matches on record that have not been requested yet.
///
/// # Errors
/// When the stage does not request a match on record, or a match cannot be read.
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
