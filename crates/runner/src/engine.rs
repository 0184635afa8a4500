//! Comparison of this engine with that of a recorded run.

use game::Game;
use job::Validator;
use ledger::RunHeader;

use crate::error::RunError;

/// Checks that this engine is the one that has played a run so far.
pub(crate) fn check_engine(
    validator: &dyn Validator,
    game: &dyn Game,
    header: &RunHeader,
) -> Result<(), RunError> {
    let here = validator.fingerprint(game);
    if here == header.fingerprint {
        return Ok(());
    }
    Err(another_engine(validator, &header.fingerprint, &here))
}

/// The error for a run whose engine is not this one.
pub(crate) fn another_engine(validator: &dyn Validator, recorded: &str, here: &str) -> RunError {
    RunError::Different {
        what: "engine".to_owned(),
        difference: format!("  the run's: {recorded}\n  this one:  {here}"),
        advice: Some(validator.advice_on_engine(recorded, here)),
    }
}
