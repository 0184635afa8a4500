//! The engine: everything but the bots that a result depends on.

use game::Game;
use sandbox::Sandbox;

/// Returns the fingerprint of the engine: everything but the bots that a result depends on, as text.
pub fn engine_fingerprint(sandbox: &Sandbox, game: &dyn Game) -> String {
    job::fingerprint(sandbox.fingerprint(), game)
}

/// Returns the fingerprint of this build on a machine with ample address space, without setting up an engine.
pub fn build_fingerprint(game: &dyn Game) -> String {
    job::fingerprint(&sandbox::usual_fingerprint(), game)
}

/// Returns advice on a run or match that another engine played: the version of Muster with that engine, or that none is
/// known.
pub fn advice_on_engine(recorded: &str, here: &str) -> String {
    if let Some(advice) = sandbox::advice_on_bounds(recorded, here) {
        return advice.to_owned();
    }
    let this = env!("CARGO_PKG_VERSION");
    match sandbox::version_with_engine(recorded) {
        Some(version) if version == this => {
            "it was played with this engine for another kind of machine, or with other rules of the game"
                .to_owned()
        }
        Some(version) => format!(
            "it was played with the engine of Muster {version}: resume and verify it with that version; this is {this}"
        ),
        None => format!(
            "no version of Muster up to this one, {this}, is known to have that engine: use the program that played it"
        ),
    }
}
