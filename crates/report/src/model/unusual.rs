//! What was unusual.

use serde::Serialize;

use super::entrant::EntrantIndex;

/// Something unusual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unusual {
    /// What: `Upset`.
    pub kind: &'static str,
    /// Whom it is about, if it is about one entrant.
    pub entrant: Option<EntrantIndex>,
    /// More words: `won against an opponent rated 310 above`.
    pub detail: String,
    /// Where to see it.
    pub played: Option<UnusualMatch>,
}

/// The match of something unusual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnusualMatch {
    /// The match.
    pub key: String,
    /// Its stage and round: `Qualification, round 3`.
    pub place: String,
    /// Who sat where.
    pub seats: [EntrantIndex; 2],
    /// The seat that won, 0 or 1; `None` for a draw.
    pub winner: Option<usize>,
}
