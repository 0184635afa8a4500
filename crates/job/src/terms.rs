//! What matches have in common, in text.

use referee::Limits;

/// What matches have in common, in text: all that is the same for the matches of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The fingerprint of the engine and rules that must play; with any other the record may differ.
    pub engine: String,
    /// The game's name: `tank-war`.
    pub game: String,
    /// The rule options in their canonical text ([`game::Rules`]).
    pub rules: String,
    /// What each seat may use.
    pub limits: Limits,
}
