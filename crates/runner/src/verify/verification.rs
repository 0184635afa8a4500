//! The result of a verification.

use std::collections::BTreeMap;

use ledger::Root;
use tournament::MatchKey;

/// The result of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The number of matches that were checked.
    pub matches: u64,
    /// The number of those whose result rests on the record alone, because the bots did not play them again to the end.
    pub by_record: u64,
    /// The number of matches in which the module of a seat is withheld, so that nobody can play them again.
    pub withheld: u64,
    /// Everything that is not as recorded, sorted; empty when all is well.
    pub differences: Vec<String>,
    /// Matches in which a bot was slow either in the record or here, but not in both, with what was seen. Up to that
    /// point they are as recorded.
    pub unconfirmed: BTreeMap<MatchKey, String>,
    /// Matches in which a bot was slow both in the record and here, with what of them rests on the record alone.
    pub unproven: BTreeMap<MatchKey, String>,
    /// Matches that could not be played again because the host failed at them three times, each with why. Nothing is
    /// known of whether they are as recorded.
    pub unplayed: BTreeMap<MatchKey, String>,
    /// What is still to be played, in words; `None` when the run is complete.
    pub missing: Option<String>,
    /// The root of the run, if it is complete.
    pub root: Option<Root>,
}
