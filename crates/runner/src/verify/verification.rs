//! What playing a run again showed.

use std::collections::BTreeMap;

use ledger::Root;
use tournament::MatchKey;

/// What playing a run again showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Matches that were looked at.
    pub matches: u64,
    /// Those of them whose result rests on the record alone: not played by the bots again, or not to the end.
    pub by_record: u64,
    /// Everything that is not as recorded, in schedule order; empty when all is well.
    pub differences: Vec<String>,
    /// Matches in which a bot was slow by the record or is here, but not both, each with what was seen. Up to there
    /// they are as recorded.
    pub unconfirmed: BTreeMap<MatchKey, String>,
    /// Matches that could not be played again because the host failed at them three times, each with why. Nothing is
    /// known of whether they are as recorded.
    pub unplayed: BTreeMap<MatchKey, String>,
    /// What is still to be played, in words; `None` when the run is complete.
    pub missing: Option<String>,
    /// The root of a complete run.
    pub root: Option<Root>,
}
