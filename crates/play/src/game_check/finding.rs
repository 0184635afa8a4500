//! A mistake in the rules of a game.

use schemars::JsonSchema;
use serde::Serialize;

/// A mistake in the rules, in words for their author.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameFinding {
    /// The mistake.
    pub what: String,
    /// Further lines: the source line, the outer calls.
    pub trace: Vec<String>,
    /// The position with the mistake; null if the mistake is in the declaration.
    pub found: Option<WhereFound>,
    /// Advice.
    pub hint: Option<String>,
}

/// The first position in which a mistake was found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WhereFound {
    #[serde(skip)]
    pub(super) law: Law,
    /// The rule options.
    pub rules: String,
    /// The plies from the start.
    pub plies: Vec<String>,
}

/// The kind of a mistake. Only the first mistake of a kind is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Law {
    Fault,
    Text,
    Mirror,
    Imagine,
    Leak,
}
