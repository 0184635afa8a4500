//! Seats that failed.

use serde::Serialize;

use super::ratings::EntrantIndex;

/// Seats that failed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Faults {
    /// The number of each kind, the most frequent first, then by name.
    pub kinds: Vec<FaultKind>,
    /// The same by the failures' names, which may be more specific: an exception of a script is no trap.
    #[serde(skip)]
    pub named: Vec<FaultKind>,
    /// The first failures in schedule order, as many as a page can show.
    #[serde(skip)]
    pub list: Vec<Fault>,
}

impl Faults {
    /// Returns the total number of failures.
    pub fn total(&self) -> u64 {
        self.kinds.iter().map(|kind| kind.count).sum()
    }
}

/// The number of times that a fault happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultKind {
    /// The fault's name.
    pub name: String,
    /// The number of times.
    pub count: u64,
}

/// A seat that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The failure's name.
    pub name: String,
    /// The meaning of the failure.
    pub explanation: &'static str,
    /// The entrant.
    pub entrant: EntrantIndex,
    /// The opponent.
    pub opponent: EntrantIndex,
    /// The match.
    pub key: String,
    /// The ply at which the seat failed, from 1.
    pub ply: u32,
}
