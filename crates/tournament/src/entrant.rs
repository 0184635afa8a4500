//! Entrants and the field of a stage.

use std::collections::BTreeMap;
use std::fmt;

use crate::Tally;

/// An entrant's number: dense, from 0, in the order of the tournament's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId(pub u32);

impl EntrantId {
    /// The number as an index into the list of entrants.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for EntrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0 + 1)
    }
}

/// A bot entered under a name. Its number is its index in the list of entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name under which it is shown.
    pub name: String,
    /// A guest plays everyone, is not ranked and never advances.
    pub guest: bool,
}

impl Entrant {
    /// Creates an entrant that is ranked.
    pub fn ranked(name: impl Into<String>) -> Entrant {
        Entrant { name: name.into(), guest: false }
    }

    /// Creates a guest.
    pub fn guest(name: impl Into<String>) -> Entrant {
        Entrant { name: name.into(), guest: true }
    }
}

/// The entrants of one stage in the order of their seeds, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// The ranked entrants, best seed first.
    pub ranked: Vec<EntrantId>,
    /// The guests.
    pub guests: Vec<EntrantId>,
    /// Tallies that entrants carry over from earlier stages. They count as if scored in this one.
    pub carried: BTreeMap<EntrantId, Tally>,
    /// Number of matches that each entrant lost by a fault in earlier stages, if faults are counted.
    pub faults: BTreeMap<EntrantId, u32>,
    /// The entrants that joined after the stage had begun, batch by batch. A round robin first plays as if they were
    /// absent and then makes each batch meet all others. A pyramid puts them last, and a Swiss pairs them from a round
    /// on ([`Field::since`]). Other formats do not support this and treat them as present from the start: see
    /// [`Format::takes_late_entrants`](crate::Format::takes_late_entrants).
    pub late: Vec<Vec<EntrantId>>,
    /// The first round of late entrants, from 0, in formats that take it into account, such as a Swiss.
    pub since: BTreeMap<EntrantId, u32>,
}

impl Field {
    /// The field of a first stage: all entrants, seeded in the order of the list.
    pub fn from_entrants(entrants: &[Entrant]) -> Field {
        let numbered = || (0..).map(EntrantId).zip(entrants);
        Field {
            ranked: numbered().filter(|(_, entrant)| !entrant.guest).map(|(id, _)| id).collect(),
            guests: numbered().filter(|(_, entrant)| entrant.guest).map(|(id, _)| id).collect(),
            ..Field::default()
        }
    }

    /// A field of `count` entrants without guests, for tests and examples.
    pub fn numbered(count: u32) -> Field {
        Field { ranked: (0..count).map(EntrantId).collect(), ..Field::default() }
    }

    /// All entrants: the ranked ones in seed order, then the guests.
    pub fn everybody(&self) -> Vec<EntrantId> {
        self.ranked.iter().chain(&self.guests).copied().collect()
    }

    /// All entrants that were present from the start, in the same order.
    pub fn early(&self) -> Vec<EntrantId> {
        let is_late = |entrant: &EntrantId| self.late.iter().any(|batch| batch.contains(entrant));
        self.everybody().into_iter().filter(|entrant| !is_late(entrant)).collect()
    }

    /// Returns `true` if the entrant is a guest.
    pub fn is_guest(&self, entrant: EntrantId) -> bool {
        self.guests.contains(&entrant)
    }
}
