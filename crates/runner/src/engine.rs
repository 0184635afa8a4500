//! What a result depends on besides the bots.

use game::Game;
use sandbox::Sandbox;

/// Everything besides the bots that a result depends on, as text.
pub fn engine_fingerprint(sandbox: &Sandbox, game: &dyn Game) -> String {
    format!("{}; {} rules {}", sandbox.fingerprint(), game.name(), game.version())
}
