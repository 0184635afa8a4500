//! The brackets of a knockout.

use serde::Serialize;

use super::ratings::EntrantIndex;
use super::score::Game;

/// A tree of pairings, drawn from left to right.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Bracket {
    /// The title, if a stage has several brackets: `Third place`.
    pub title: Option<String>,
    /// The rounds from left to right.
    pub columns: Vec<Column>,
}

/// A round of a bracket.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Column {
    /// The round's title: `Semi-finals`.
    pub title: String,
    /// The pairings from top to bottom.
    pub ties: Vec<Tie>,
}

/// A pairing of a bracket.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tie {
    /// The upper and the lower side; `None` while it is not known, and opposite a bye.
    pub sides: [Option<TieSide>; 2],
    /// `true` for a bye: the entrant advances without playing.
    pub bye: bool,
    /// `true` if the seeds decided who advances, as the games did not.
    #[serde(skip)]
    pub by_seed: bool,
    /// The games, from the upper side's point of view.
    pub games: Vec<Game>,
    /// Index of the tie in the next column that the winner advances to.
    #[serde(skip)]
    pub leads_to: Option<usize>,
}

/// A side of a pairing of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TieSide {
    /// The entrant.
    pub entrant: EntrantIndex,
    /// The entrant's seed from 1, if it has one.
    pub seed: Option<u32>,
    /// Games won, with draws counting half, as text; empty before the first game.
    pub score: String,
    /// `true` if this side advances.
    pub won: bool,
}
