//! The comparison of the seats.

use serde::Serialize;

use super::ratings::EntrantIndex;

/// The comparison of the seats, over the games that ratings count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatBalance {
    /// The results of the first seat.
    pub first: SeatTally,
    /// The points of the first seat per game.
    pub score: SeatScore,
    /// The advantage of the first seat in Elo, adjusted for strengths; `None` if the results do not determine it.
    pub advantage: Option<PlusMinus>,
    /// The results of each entrant that played, in the first seat and in the second.
    pub entrants: Vec<(EntrantIndex, [SeatTally; 2])>,
}

/// Games in a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeatTally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl SeatTally {
    /// Returns the number of games.
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Returns the points per game, with draws counting half; `None` without games.
    pub fn score(self) -> Option<f64> {
        let points = f64::from(self.won) + f64::from(self.drawn) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }
}

/// Points per game with a 95 % interval, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatScore {
    /// Points per game.
    pub score: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// A figure in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlusMinus {
    /// The figure.
    pub value: f64,
    /// Half the width of its 95 % interval.
    pub plus_minus: Option<f64>,
}
