//! The terms under which a stage is played.

use game::Rules;
use referee::Limits;

/// The terms under which the matches of a stage are played, as canonical texts. A root commits to them, so that they
/// can be proven without the tournament's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageTerms {
    /// The rule options.
    pub rules: String,
    /// The limits.
    pub limits: String,
}

impl StageTerms {
    /// Returns the texts of these rule options and limits.
    pub fn new(rules: &Rules, limits: &Limits) -> StageTerms {
        StageTerms { rules: rules.to_string(), limits: limits.to_string() }
    }
}
