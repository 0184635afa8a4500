//! What was played, under which conditions, and what the organiser changed.

use game::{PerSeat, SeatName};
use serde::Serialize;

/// What was played, and under which conditions.
#[derive(Clone, Debug, Serialize)]
pub struct Heading {
    /// The tournament's name.
    pub name: String,
    /// The game's title.
    pub game: String,
    /// The date in the tournament's file, if there is one.
    pub date: Option<String>,
    /// Whether everything was played.
    pub complete: bool,
    /// The conditions, label and value.
    pub facts: Vec<Fact>,
    /// One hash for the whole record, in hexadecimal, if the run is complete.
    pub root: Option<String>,
    /// What the seats are called.
    #[serde(skip)]
    pub seats: PerSeat<SeatName>,
    /// The metrics of the game, in its order.
    #[serde(skip)]
    pub metrics: Vec<&'static str>,
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What: `Clock`.
    pub label: String,
    /// Which.
    pub value: String,
}

impl Fact {
    /// A condition.
    pub fn new(label: &str, value: impl Into<String>) -> Fact {
        Fact { label: label.to_owned(), value: value.into() }
    }
}

/// A change to the tournament that the run adopted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Adoption {
    /// Matches that had been played.
    pub after: u64,
    /// What changed; empty where only comments, spaces or the order of keys did.
    pub changes: Vec<String>,
}

/// An organiser's ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// What was ordered, in words.
    pub order: String,
    /// From when on.
    pub since: String,
    /// Why.
    pub reason: String,
    /// Whether a later ruling undid it.
    pub undone: bool,
}
