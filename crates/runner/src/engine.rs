//! What a result depends on besides the bots, and whether it is the same as in a recorded run.

use game::Game;
use ledger::RunHeader;
use sandbox::Sandbox;

use crate::error::RunError;

/// Returns everything besides the bots that a result depends on, as text.
pub fn engine_fingerprint(sandbox: &Sandbox, game: &dyn Game) -> String {
    format!("{}; {} rules {}", sandbox.fingerprint(), game.name(), game.version())
}

/// Checks that this engine is the one that has played a run so far.
pub(crate) fn check_engine(sandbox: &Sandbox, game: &dyn Game, header: &RunHeader) -> Result<(), RunError> {
    let fingerprint = engine_fingerprint(sandbox, game);
    if fingerprint == header.fingerprint {
        return Ok(());
    }
    Err(RunError::Different {
        what: "engine".to_owned(),
        difference: engine_difference(&header.fingerprint, &fingerprint),
    })
}

/// In which lines two engines differ, and what to do about it where that is known.
pub(crate) fn engine_difference(recorded: &str, here: &str) -> String {
    let advice = sandbox::advice_on_bounds(recorded, here).map(|advice| format!("\n  {advice}"));
    format!("  the run's: {recorded}\n  this one:  {here}{}", advice.unwrap_or_default())
}
