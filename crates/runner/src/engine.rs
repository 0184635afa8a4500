//! What a result depends on besides the bots, and whether it is the same as in a recorded run.

use game::Game;
use ledger::{Ledger, RunFolder, RunHeader};
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

/// Whether this engine is the one that has played the run in a folder so far, before anything in it is changed.
pub(crate) fn check_engine_of(
    folder: &RunFolder,
    games: &[&'static dyn Game],
    sandbox: &Sandbox,
) -> Result<(), RunError> {
    let header = Ledger::header_of(folder)?;
    match games.iter().find(|game| game.name() == header.game) {
        Some(game) => check_engine(sandbox, *game, &header),
        None => Ok(()),
    }
}

/// In which lines two engines differ, and what to do about it where that is known.
pub(crate) fn engine_difference(recorded: &str, here: &str) -> String {
    let advice = sandbox::advice_on_bounds(recorded, here).map(|advice| format!("\n  {advice}"));
    format!("  the run's: {recorded}\n  this one:  {here}{}", advice.unwrap_or_default())
}
