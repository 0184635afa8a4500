//! The terms that matches have in common, as text.

use referee::Limits;
use serde::{Deserialize, Serialize};

/// The terms that all matches of a stage have in common, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The fingerprint of the engine and rules that must play. Any other may produce a different record.
    pub engine: String,
    /// The game's name: `tank-war`.
    pub game: String,
    /// The rule options in their canonical text ([`game::Rules`]).
    pub rules: String,
    /// The limits of each seat.
    pub limits: Limits,
}
