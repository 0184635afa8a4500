//! The result of a verification.

use std::collections::BTreeMap;

use ledger::Root;
use tournament::MatchKey;

/// The result of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Number of matches that were checked.
    pub matches: u64,
    /// Number of those whose result rests on the record alone, because the bots did not play them again to the end.
    pub by_record: u64,
    /// Number of matches that cannot be played again, because the module of a seat is withheld.
    pub withheld: u64,
    /// All differences from the record, sorted; empty if there are none.
    pub differences: Vec<String>,
    /// Matches in which a bot was slow either in the record or here, but not in both, with a description. Up to that
    /// point they are as recorded.
    pub unconfirmed: BTreeMap<MatchKey, String>,
    /// Matches in which a bot was slow both in the record and here, with the parts that rest on the record alone.
    pub unproven: BTreeMap<MatchKey, String>,
    /// Matches that could not be played again because the host failed at them three times, each with the reason. They
    /// may or may not be as recorded.
    pub unplayed: BTreeMap<MatchKey, String>,
    /// The matches that are still to be played, in words; `None` if the run is complete.
    pub missing: Option<String>,
    /// The root of the run, if it is complete.
    pub root: Option<Root>,
}
