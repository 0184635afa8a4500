//! The game and conditions of a tournament, and the organiser's changes.

use game::{PerSeat, SeatName};
use serde::Serialize;

/// The game and conditions of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Heading {
    /// The tournament's name.
    pub name: String,
    /// The game's title.
    pub game: String,
    /// The date in the tournament's file, if there is one.
    pub date: Option<String>,
    /// `true` if the whole tournament was played.
    pub complete: bool,
    /// The conditions.
    pub facts: Vec<Fact>,
    /// The hash of the whole record in hexadecimal; `None` while the run is incomplete.
    pub root: Option<String>,
    /// The names of the seats.
    #[serde(skip)]
    pub seats: PerSeat<SeatName>,
    /// The metrics of the game, in its order.
    #[serde(skip)]
    pub metrics: Vec<&'static str>,
    /// The rules of a game from a file in its author's words; empty for a built-in game.
    #[serde(skip)]
    pub about: &'static str,
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// The label: `Clock`.
    pub label: String,
    /// The value.
    pub value: String,
}

impl Fact {
    /// Returns a condition.
    pub fn new(label: &str, value: impl Into<String>) -> Fact {
        Fact { label: label.to_owned(), value: value.into() }
    }
}

/// A change to the tournament that the run adopted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Adoption {
    /// Number of matches played before the change.
    pub after: u64,
    /// The changes; empty if only comments, spaces or the order of keys changed.
    pub changes: Vec<String>,
}
