//! What the matches of a stage are played under.

use game::Rules;
use referee::Limits;

/// What the matches of a stage are played under, in the canonical texts. A root commits to it, so that it can be shown
/// without the tournament's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageTerms {
    /// The rule options.
    pub rules: String,
    /// The limits.
    pub limits: String,
}

impl StageTerms {
    /// The texts of these rule options and limits.
    pub fn new(rules: &Rules, limits: &Limits) -> StageTerms {
        StageTerms { rules: rules.to_string(), limits: limits.to_string() }
    }
}
