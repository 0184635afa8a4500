//! Unusual events.

use serde::Serialize;

use super::EntrantIndex;

/// An unusual event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unusual {
    /// The kind of event: `Upset`.
    pub kind: &'static str,
    /// The entrant it is about; `None` if it is not about a single entrant.
    pub entrant: Option<EntrantIndex>,
    /// The details: `won against an opponent rated 310 above`.
    pub detail: String,
    /// The match in which it can be seen.
    pub played: Option<UnusualMatch>,
}

/// The match of an unusual event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnusualMatch {
    /// The match.
    pub key: String,
    /// Its stage and round: `Qualification, round 3`.
    pub place: String,
    /// The entrants in their seats.
    pub seats: [EntrantIndex; 2],
    /// The seat that won, 0 or 1; `None` for a draw.
    pub winner: Option<usize>,
}
