//! What matches have in common, in text.

use referee::Limits;
use serde::{Deserialize, Serialize};

use crate::wire;

/// What matches have in common, in text: all that is the same for the matches of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The fingerprint of the engine and rules that must play; with any other the record may differ.
    pub engine: String,
    /// The game's name: `tank-war`.
    pub game: String,
    /// The rule options in their canonical text ([`game::Rules`]).
    pub rules: String,
    /// What each seat may use.
    #[serde(with = "wire::limits")]
    pub limits: Limits,
}
