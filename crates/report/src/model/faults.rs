//! Seats that failed.

use serde::Serialize;

use super::entrant::EntrantIndex;

/// Seats that failed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Faults {
    /// The number of each kind, the most frequent first, then by name.
    pub kinds: Vec<FaultKind>,
    /// The same, by what each failure is called: an exception of a script is no trap.
    #[serde(skip)]
    pub named: Vec<FaultKind>,
    /// The first ones in schedule order, as many as a page can show.
    #[serde(skip)]
    pub list: Vec<Fault>,
}

impl Faults {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.kinds.iter().map(|kind| kind.count).sum()
    }
}

/// How often a fault happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultKind {
    /// The fault's name.
    pub name: String,
    /// How often.
    pub count: u64,
}

/// A seat that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What the failure is called.
    pub name: String,
    /// What it means.
    pub explanation: &'static str,
    /// Who.
    pub entrant: EntrantIndex,
    /// Against whom.
    pub opponent: EntrantIndex,
    /// The match.
    pub key: String,
    /// The ply it was asked for, from 1.
    pub ply: u32,
}
