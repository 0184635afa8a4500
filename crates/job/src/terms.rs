//! The terms that matches have in common, as text.

use hash::Hash;
use referee::Limits;
use serde::{Deserialize, Serialize};

use crate::{SizeClass, rules_hash};

/// The terms that all matches of a stage have in common, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The fingerprint of the engine and rules that must play. Any other may produce a different record.
    pub engine: String,
    /// The game's key ([`game::Game::key`]): `tank-war`, or `NAME@HASH` for a game from a file.
    pub game: String,
    /// The rule options in their canonical text ([`game::Rules`]).
    pub rules: String,
    /// The limits of each seat.
    pub limits: Limits,
}

impl Terms {
    /// Returns the module with the rules of a game from a file, with its size class; `None` for a built-in game.
    pub fn rules_module(&self) -> Option<(Hash, SizeClass)> {
        rules_hash(&self.game).map(|hash| (hash, SizeClass::RULES))
    }
}
