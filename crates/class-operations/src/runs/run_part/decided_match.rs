//! The event that decided a match.

use replay::DecisiveBlow;
use schemars::JsonSchema;
use serde::Serialize;

/// The event that decided a match by its rules.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecidedMatch {
    /// The ply in which it happened, from 1.
    pub ply: u32,
    /// The event in words. Empty if only the score decided, because no ply changed who was ahead.
    pub text: String,
    /// The score at the end, the first seat's first, if it decided: `equal tanks, 17 boxes to 19`.
    pub score: Option<String>,
}

impl From<DecisiveBlow> for DecidedMatch {
    fn from(blow: DecisiveBlow) -> DecidedMatch {
        let DecisiveBlow { ply, text, score, .. } = blow;
        DecidedMatch { ply, text, score }
    }
}
