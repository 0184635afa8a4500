//! Weng-Lin: a Bayesian rating similar to `TrueSkill`, updated after each game. The order of games matters.
//!
//! The update is the paper's algorithm 1 (Bradley-Terry, full pairs), by the `skillratings` crate. `TrueSkill` itself
//! is deliberately not offered: its name and method are protected, and this does the same work.
//!
//! # Source
//! Weng and Lin, A Bayesian approximation method for online ranking (2011), Journal of Machine Learning Research 12.

use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin};

use crate::glicko2::outcome;
use crate::note::Note;
use crate::ratings::{Rating, Ratings};
use crate::results::Results;
use crate::table::Tally;

/// Rating before the first game, on the usual scale of Weng-Lin.
const START: f64 = 25.0;
/// Its standard deviation.
const DEVIATION: f64 = 25.0 / 3.0;
/// Rating difference with a winning probability of about two in three; larger for games with more luck.
const BETA: f64 = 25.0 / 6.0;

/// Rates the matches that count, in schedule order.
pub fn rate(results: &Results) -> Ratings {
    let config = WengLinConfig { beta: BETA, ..WengLinConfig::default() };
    let start = WengLinRating { rating: START, uncertainty: DEVIATION };
    let mut ratings = vec![start; results.players()];
    let mut tallies = vec![Tally::default(); results.players()];
    let mut unchanged = vec![false; results.players()];
    for played in results.counted() {
        let (first, second) = (played.first.index(), played.second.index());
        let (one, other) = weng_lin(&ratings[first], &ratings[second], &outcome(played.score), &config);
        for (player, after) in [(first, one), (second, other)] {
            if after.rating.is_finite() && after.uncertainty.is_finite() {
                ratings[player] = after;
            } else {
                unchanged[player] = true;
            }
        }
        tallies[first].add(played.score);
        tallies[second].add(played.score.reversed());
    }
    let rating = |((rating, tally), unchanged): ((WengLinRating, Tally), bool)| {
        let mut rating = Rating::new(rating.rating, Some(rating.uncertainty), tally);
        if unchanged {
            rating.notes.push(Note::Unchanged);
        }
        rating
    };
    Ratings::new(ratings.into_iter().zip(tallies).zip(unchanged).map(rating).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{MatchResult, Score};

    /// The documentation of openskill (the Python package), quick start: two new players of 25 and 25/3, one game, full
    /// Bradley-Terry: 27.635231383473654 (8.065506316323548) and 22.36476861652635 (8.065506316323548).
    #[test]
    fn openskills_example() {
        let matches = vec![MatchResult::new(0_usize, 1_usize, Score::Win)];
        let ratings = rate(&Results::new(2, matches).unwrap());
        let figures: Vec<(f64, f64)> =
            ratings.players.iter().map(|player| (player.rating, player.deviation.unwrap())).collect();
        assert_eq!(figures, [(27.635_231, 8.065_506), (22.364_769, 8.065_506)]);
    }
}
