//! How the seats compare.

use serde::Serialize;

use super::entrant::EntrantIndex;

/// How the seats compare, over the games that ratings count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatBalance {
    /// What became of the first seat.
    pub first: SeatTally,
    /// The points of the first seat per game.
    pub score: SeatScore,
    /// What the first seat is worth in Elo, strengths allowed for; `None` if results do not tell.
    pub advantage: Option<PlusMinus>,
    /// The results of each entrant that played, in the first seat and in the second.
    pub entrants: Vec<(EntrantIndex, [SeatTally; 2])>,
}

/// Games in a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeatTally {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

impl SeatTally {
    /// How many.
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Points per game, a draw counting half; `None` without games.
    pub fn score(self) -> Option<f64> {
        let points = f64::from(self.won) + f64::from(self.drawn) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }
}

/// Points per game with the ends of a 95 % interval, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatScore {
    /// Points per game.
    pub score: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A figure in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlusMinus {
    /// The figure.
    pub value: f64,
    /// How far to either side its 95 % interval goes.
    pub plus_minus: Option<f64>,
}
