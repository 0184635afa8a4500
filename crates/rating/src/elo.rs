//! Elo's rating: after each game, a step towards the result. The order of games matters.

use crate::ratings::{Rating, Ratings};
use crate::results::{Results, Score};
use crate::scale::expected_score;
use crate::table::Tally;

/// Rating before the first game.
const START: f64 = 1500.0;
/// Points at stake in a game: the gain from beating a far stronger player.
const K: f64 = 20.0;

/// Returns the rating gain of a player who scored `score`.
///
/// # Source
/// Elo, The Rating of Chessplayers (1978), 1.6, with the logistic curve of 8.4.
pub fn gain(own: f64, opponent: f64, score: Score, k: f64) -> f64 {
    k * (score.points() - expected_score(own - opponent))
}

/// Rates the matches that count, in schedule order.
pub fn rate(results: &Results) -> Ratings {
    let mut ratings = vec![START; results.players()];
    let mut tallies = vec![Tally::default(); results.players()];
    for played in results.counted() {
        let (first, second) = (played.first.index(), played.second.index());
        let change = gain(ratings[first], ratings[second], played.score, K);
        ratings[first] += change;
        ratings[second] -= change;
        tallies[first].add(played.score);
        tallies[second].add(played.score.reversed());
    }
    let players =
        ratings.into_iter().zip(tallies).map(|(rating, tally)| Rating::new(rating, None, tally)).collect();
    Ratings::new(players)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the figures are rounded, or exact by the rule")]
mod tests {
    use super::*;
    use crate::results::MatchResult;

    /// Wikipedia, "Elo rating system", mathematical details: a player of 1613 loses to 1609, draws with 1477, beats
    /// 1388 and 1586, loses to 1720; with K = 32 the rating falls to 1601.
    #[test]
    fn the_encyclopedias_example() {
        use Score::{Draw, Loss, Win};
        let games = [(1609.0, Loss), (1477.0, Draw), (1388.0, Win), (1586.0, Win), (1720.0, Loss)];
        let rating = games
            .iter()
            .fold(1613.0, |rating, &(opponent, score)| rating + gain(1613.0, opponent, score, 32.0));
        assert_eq!(rating.round(), 1601.0);
    }

    #[test]
    fn order_matters_and_the_sum_stays() {
        let win = |first: usize, second: usize| MatchResult::new(first, second, Score::Win);
        let rate = |matches| rate(&Results::new(3, matches).unwrap());
        let one = rate(vec![win(0, 1), win(1, 2), win(2, 0)]);
        let other = rate(vec![win(2, 0), win(1, 2), win(0, 1)]);
        assert_ne!(one.players[0].rating, other.players[0].rating);
        assert!((one.players.iter().map(|player| player.rating).sum::<f64>() - 4500.0).abs() < 1e-5);
    }
}
