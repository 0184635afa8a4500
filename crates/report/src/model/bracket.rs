//! The brackets of a knockout.

use serde::Serialize;

use super::entrant::EntrantIndex;
use super::score::Game;

/// A tree of pairings, drawn from left to right.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Bracket {
    /// What it is, if a stage has several: `Third place`.
    pub title: Option<String>,
    /// The rounds from left to right.
    pub columns: Vec<Column>,
}

/// A round of a bracket.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Column {
    /// `Semi-finals`.
    pub title: String,
    /// From top to bottom.
    pub ties: Vec<Tie>,
}

/// A pairing of a bracket.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tie {
    /// The upper side and the lower one; `None` while it is not known, and opposite a bye.
    pub sides: [Option<TieSide>; 2],
    /// Nobody is opposite: the entrant advances without playing.
    pub bye: bool,
    /// Whether the seeds decided who advances, as the games did not.
    #[serde(skip)]
    pub by_seed: bool,
    /// The games, from the upper side's point of view.
    pub games: Vec<Game>,
    /// Which tie of the next column the winner goes to.
    #[serde(skip)]
    pub leads_to: Option<usize>,
}

/// A side of a pairing of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TieSide {
    /// Who.
    pub entrant: EntrantIndex,
    /// Its seed from 1, if it has one.
    pub seed: Option<u32>,
    /// Games won, draws counting half, as text; empty before the first game.
    pub score: String,
    /// Whether it advances.
    pub won: bool,
}
