//! Glicko-2: ratings with a deviation and a volatility, updated period by period.
//!
//! The order of games matters between periods, but not within one. The `skillratings` crate does the arithmetic.
//!
//! # Source
//! Glickman, Example of the Glicko-2 system (2013 and later): <http://www.glicko.net/glicko/glicko2.pdf>.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::note::Note;
use crate::ratings::{Rating, Ratings};
use crate::results::{MatchResult, Results, Score};
use crate::table::Tally;

/// A period has as many matches as give each player with matches this many games on average.
///
/// Glickman: "the Glicko-2 system works best when the number of games in a rating period is moderate to large, say
/// an average of at least 10-15 games per player in a rating period".
const GAMES_PER_PLAYER: usize = 12;
/// The system constant, which limits changes of volatility: 0.3 to 1.2.
const TAU: f64 = 0.5;

/// A player between periods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The rating on the Elo scale, 1500 at the start.
    pub rating: f64,
    /// Standard deviation of the rating, 350 at the start.
    pub deviation: f64,
    /// Expected fluctuation of the rating, 0.06 at the start.
    pub volatility: f64,
}

impl Default for Standing {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Standing {
    fn from_rating(rating: &Glicko2Rating) -> Self {
        Self { rating: rating.rating, deviation: rating.deviation, volatility: rating.volatility }
    }

    fn to_library(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    fn is_sound(&self) -> bool {
        self.rating.is_finite()
            && self.deviation.is_finite()
            && self.deviation > 0.0
            && self.volatility.is_finite()
    }
}

pub(crate) fn outcome(score: Score) -> Outcomes {
    match score {
        Score::Win => Outcomes::WIN,
        Score::Draw => Outcomes::DRAW,
        Score::Loss => Outcomes::LOSS,
    }
}

/// Returns the standings after one period; `None` where the update leaves the range of numbers. A player without
/// matches becomes less certain.
fn updates(standings: &[Standing], matches: &[MatchResult]) -> Vec<Option<Standing>> {
    let mut games: Vec<Vec<(Glicko2Rating, Outcomes)>> = vec![Vec::new(); standings.len()];
    for played in matches {
        let (first, second) = (played.first.index(), played.second.index());
        let (Some(one), Some(other)) = (standings.get(first), standings.get(second)) else { continue };
        games[first].push((other.to_library(), outcome(played.score)));
        games[second].push((one.to_library(), outcome(played.score.reversed())));
    }
    let config = Glicko2Config { tau: TAU, ..Glicko2Config::default() };
    let update = |(standing, games): (&Standing, &Vec<_>)| {
        Some(Standing::from_rating(&glicko2_rating_period(&standing.to_library(), games, &config)))
            .filter(Standing::is_sound)
    };
    standings.iter().zip(&games).map(update).collect()
}

/// Rates the matches that count, in schedule order.
pub fn rate(results: &Results) -> Ratings {
    let matches: Vec<MatchResult> = results.counted().copied().collect();
    let mut tallies = vec![Tally::default(); results.players()];
    for played in &matches {
        tallies[played.first.index()].add(played.score);
        tallies[played.second.index()].add(played.score.reversed());
    }
    let mut standings = vec![Standing::default(); results.players()];
    let mut unchanged = vec![false; results.players()];
    let playing = tallies.iter().filter(|tally| tally.games() > 0).count();
    for period in matches.chunks((playing * GAMES_PER_PLAYER / 2).max(1)) {
        let updates = updates(&standings, period);
        for ((standing, unchanged), update) in standings.iter_mut().zip(&mut unchanged).zip(updates) {
            *unchanged |= update.is_none();
            *standing = update.unwrap_or(*standing);
        }
    }
    let rating = |((standing, tally), unchanged): ((Standing, Tally), bool)| {
        let mut rating = Rating::new(standing.rating, Some(standing.deviation), tally);
        if unchanged {
            rating.notes.push(Note::Unchanged);
        }
        rating
    };
    Ratings::new(standings.into_iter().zip(tallies).zip(unchanged).map(rating).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Glickman, Example of the Glicko-2 system: a player of 1500 (deviation 200, volatility 0.06) beats 1400 (30),
    /// loses to 1550 (100) and to 1700 (300); with tau = 0.5 the result is 1464.06, 151.52, 0.05999.
    #[test]
    fn the_papers_example() {
        let standing = |rating, deviation| Standing { rating, deviation, volatility: 0.06 };
        let before = [
            standing(1500.0, 200.0),
            standing(1400.0, 30.0),
            standing(1550.0, 100.0),
            standing(1700.0, 300.0),
        ];
        let matches = [(1, Score::Win), (2, Score::Loss), (3, Score::Loss)]
            .map(|(opponent, score)| MatchResult::new(0_usize, opponent, score));
        let after = updates(&before, &matches)[0].unwrap();
        let rounded = |x: f64, unit: f64| (x / unit).round() * unit;
        // The paper rounds its own intermediate steps: its 1464.06 is 1464.05 to more digits.
        assert!((after.rating - 1464.06).abs() < 0.011, "{after:?}");
        assert!((rounded(after.deviation, 0.01) - 151.52).abs() < 1e-9, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 1e-5, "{after:?}");
    }

    #[test]
    fn within_a_period_order_does_not_matter() {
        let win = |first: usize, second: usize| MatchResult::new(first, second, Score::Win);
        let matches = vec![win(0, 1), win(1, 2), MatchResult::new(2_usize, 0_usize, Score::Draw)];
        let reversed: Vec<MatchResult> = matches.iter().rev().copied().collect();
        let before = [Standing::default(); 3];
        for (one, other) in updates(&before, &matches).iter().zip(updates(&before, &reversed)) {
            assert!((one.unwrap().rating - other.unwrap().rating).abs() < 1e-9);
        }
    }
}
