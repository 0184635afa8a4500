//! The ladder's own rating, which is enough to choose the next pairings.

use std::collections::BTreeMap;

use game::{Outcome, Seat};

use crate::matches::DistinctGames;
use crate::{EntrantId, GameRecord, Past};

/// A rating with its deviation, on the scale of 400 points for ten to one.
///
/// # Source
/// Glickman 1999, "Parameter estimation in large dynamic paired comparison experiments", the Glicko system with every
/// game a rating period of its own and no growth of the deviation with time. Reported ratings are fitted elsewhere, to
/// all games at once; this one can be updated game by game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko {
    /// The rating; 1500 before the first game.
    pub rating: f64,
    /// The standard deviation; 350 before the first game.
    pub deviation: f64,
}

const Q: f64 = std::f64::consts::LN_10 / 400.0;

impl Glicko {
    /// The rating before the first game.
    pub const NEW: Glicko = Glicko { rating: 1500.0, deviation: 350.0 };

    /// The rating after a game with `score` 1, ½ or 0 against the other.
    #[must_use]
    pub fn after(self, other: Glicko, score: f64) -> Glicko {
        let spread = other.deviation;
        let pi = std::f64::consts::PI;
        let g = 1.0 / libm::sqrt(1.0 + 3.0 * Q * Q * spread * spread / (pi * pi));
        let expected = 1.0 / (1.0 + libm::exp(-Q * g * (self.rating - other.rating)));
        let information = Q * Q * g * g * expected * (1.0 - expected);
        let precision = 1.0 / (self.deviation * self.deviation) + information;
        Glicko {
            rating: self.rating + Q / precision * g * (score - expected),
            deviation: libm::sqrt(1.0 / precision),
        }
    }

    /// Half the width of the 95 % interval, in tenths.
    pub fn interval_tenths(self) -> i64 {
        libm::round(1.96 * self.deviation * 10.0) as i64
    }

    /// The rating in tenths, as it is ranked and printed.
    pub fn tenths(self) -> i64 {
        libm::round(self.rating * 10.0) as i64
    }
}

/// The ratings of a stage after all counted games so far, each distinct one once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ratings {
    of: BTreeMap<EntrantId, Glicko>,
    distinct: DistinctGames,
    folded: usize,
    revision: u32,
}

impl Ratings {
    /// Adds the new games. Starts over if rulings have changed which games count.
    pub(crate) fn catch_up(&mut self, past: &Past) {
        if self.revision != past.revision() {
            *self = Ratings { revision: past.revision(), ..Ratings::default() };
        }
        for game in past.counted_games_from(self.folded) {
            self.add(&game);
        }
        self.folded = past.games().len();
    }

    fn add(&mut self, game: &GameRecord) {
        let (first, second) = (game.seats[Seat::First], game.seats[Seat::Second]);
        if !self.distinct.add(game) {
            return;
        }
        let score = match game.result.outcome {
            Outcome::Win(Seat::First) => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Win(Seat::Second) => 0.0,
        };
        let (a, b) = (self.get(first), self.get(second));
        self.of.insert(first, a.after(b, score));
        self.of.insert(second, b.after(a, 1.0 - score));
    }

    pub(crate) fn get(&self, entrant: EntrantId) -> Glicko {
        self.of.get(&entrant).copied().unwrap_or(Glicko::NEW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_against_the_papers_first_opponent() {
        // By hand from the paper's formulae: rating 1500, deviation 200, a win against 1400 with deviation 30.
        // g = 0.9955, E = 0.639, 1/d^2 = q^2 g^2 E (1 - E) = 7.576e-6; 1/RD'^2 = 2.5e-5 + 7.576e-6;
        // RD' = 175.2, r' = 1500 + q RD'^2 g 0.361 = 1563.4.
        let after = Glicko { rating: 1500.0, deviation: 200.0 }
            .after(Glicko { rating: 1400.0, deviation: 30.0 }, 1.0);
        assert!((after.rating - 1563.4).abs() < 0.3, "{after:?}");
        assert!((after.deviation - 175.2).abs() < 0.1, "{after:?}");
    }

    #[test]
    fn a_draw_of_equals_moves_nothing_but_the_deviation() {
        let after = Glicko::NEW.after(Glicko::NEW, 0.5);
        assert_eq!(after.tenths(), 15_000);
        assert!(after.deviation < 350.0);
    }
}
