//! BKR, the rating of `BrainKing`, where Tank Battle is played. The order of games matters.
//!
//! A player starts at 1300. The first 25 games are provisional: the rating is the average of the opponents' ratings,
//! each plus 400 for a win, unchanged for a draw, and less 400 for a loss. After that it moves by Elo's formula with K
//! = 32 below 2100, 24 below 2400, and 16 from there. A winner's rating never drops and a loser's never rises,
//! regardless of the formula. A game counts only if it was rated and both players made two moves.
//!
//! The rules leave some points open, for which this implementation chooses: both ratings of a game are those before it,
//! an opponent's provisional rating counts like any other, and where a provisional winner's rating did not drop, the
//! average continues from the rating that was kept. `BrainKing` shows whole numbers; here ratings keep their fractions.
//! Its matches of several games, which count as one there, are not known here: every game counts.
//!
//! # Source
//! `BrainKing`, Frequently asked questions, Rating (4.3: two moves, winners never drop, unrated games).

use crate::elo::gain;
use crate::note::Note;
use crate::ratings::{Rating, Ratings};
use crate::results::{MatchResult, Results, Score};
use crate::table::Tally;

/// Rating before the first game.
pub const START: f64 = 1300.0;
/// Games until the rating is established.
pub const PROVISIONAL_GAMES: u32 = 25;
/// The amount by which a provisional win or loss counts above or below the opponent's rating.
pub const PROVISIONAL_SWING: f64 = 400.0;
/// Minimum number of moves of each player.
pub const LEAST_MOVES: u32 = 2;

/// Returns the points at stake for an established player.
pub fn k(rating: f64) -> f64 {
    if rating < 2100.0 {
        32.0
    } else if rating < 2400.0 {
        24.0
    } else {
        16.0
    }
}

/// Returns `true` if a match changes ratings.
pub fn counts(played: &MatchResult) -> bool {
    played.counts() && played.moves.iter().all(|&moves| moves >= LEAST_MOVES)
}

/// Returns the rating after one more game, of a player with `games` counted games before it.
pub fn after(own: f64, games: u32, opponent: f64, score: Score) -> f64 {
    let by_formula = if games < PROVISIONAL_GAMES {
        let performance = opponent + PROVISIONAL_SWING * (2.0 * score.points() - 1.0);
        (own * f64::from(games) + performance) / f64::from(games + 1)
    } else {
        own + gain(own, opponent, score, k(own))
    };
    match score {
        Score::Win => by_formula.max(own),
        Score::Draw => by_formula,
        Score::Loss => by_formula.min(own),
    }
}

/// Rates the matches that count, in schedule order.
pub fn rate(results: &Results) -> Ratings {
    let mut ratings = vec![START; results.players()];
    let mut tallies = vec![Tally::default(); results.players()];
    for played in results.matches().iter().filter(|played| counts(played)) {
        let (first, second) = (played.first.index(), played.second.index());
        let before = [ratings[first], ratings[second]];
        ratings[first] = after(before[0], tallies[first].games(), before[1], played.score);
        ratings[second] = after(before[1], tallies[second].games(), before[0], played.score.reversed());
        tallies[first].add(played.score);
        tallies[second].add(played.score.reversed());
    }
    let rating = |(rating, tally): (f64, Tally)| {
        let mut rating = Rating::new(rating, None, tally);
        if (1..PROVISIONAL_GAMES).contains(&tally.games()) {
            rating.notes.push(Note::Provisional { games: tally.games() });
        }
        rating
    };
    Ratings::new(ratings.into_iter().zip(tallies).map(rating).collect())
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the figures are rounded, or exact by the rule")]
mod tests {
    use super::*;
    use Score::{Draw, Loss, Win};

    #[test]
    fn provisional_games_are_averaged() {
        // 1300 + 400, then the mean of 1700, 1500 and 1800 - 400.
        assert_eq!(after(1300.0, 0, 1300.0, Win), 1700.0);
        assert_eq!(after(1700.0, 1, 1500.0, Draw), 1600.0);
        assert_eq!(after(1600.0, 2, 1800.0, Loss), (1700.0 + 1500.0 + 1400.0) / 3.0);
        // The first game replaces the initial rating, except that winners never drop.
        assert_eq!(after(1300.0, 0, 2000.0, Draw), 2000.0);
        assert_eq!(after(1300.0, 0, 500.0, Win), 1300.0);
    }

    #[test]
    fn established_games_are_elos() {
        // Equal opponents: half of K.
        for (rating, half) in [(1500.0, 16.0), (2099.9, 16.0), (2100.0, 12.0), (2399.0, 12.0), (2400.0, 8.0)]
        {
            assert_eq!(after(rating, 25, rating, Win), rating + half);
            assert_eq!(after(rating, 25, rating, Loss), rating - half);
            assert_eq!(after(rating, 25, rating, Draw), rating);
        }
        // 400 points stronger: 10 of 11 points are expected.
        assert!((after(1900.0, 99, 1500.0, Win) - (1900.0 + 32.0 / 11.0)).abs() < 1e-9);
    }

    #[test]
    fn a_winner_never_drops_and_a_loser_never_rises() {
        assert_eq!(after(1800.0, 10, 1000.0, Win), 1800.0);
        assert_eq!(after(1000.0, 10, 1800.0, Loss), 1000.0);
        assert!(after(1800.0, 10, 1000.0, Draw) < 1800.0);
    }

    #[test]
    fn only_rated_games_with_two_moves_of_both_count() {
        let game = MatchResult::new(0_usize, 1_usize, Win);
        let matches = vec![
            MatchResult { moves: [2, 1], ..game },
            MatchResult { moves: [1, 2], ..game },
            MatchResult { rated: false, ..game },
            MatchResult { copy: true, ..game },
            MatchResult { moves: [2, 2], ..game },
        ];
        let ratings = rate(&Results::new(3, matches).unwrap());
        let figures: Vec<(f64, u32)> =
            ratings.players.iter().map(|player| (player.rating, player.games())).collect();
        assert_eq!(figures, [(1700.0, 1), (900.0, 1), (1300.0, 0)]);
        assert_eq!(ratings.players[0].notes, [Note::Provisional { games: 1 }]);
        assert_eq!(ratings.players[2].notes, [Note::NoGames]);
    }

    #[test]
    fn a_rating_is_established_after_25_games() {
        let games = vec![MatchResult::new(0_usize, 1_usize, Draw); 25];
        let ratings = rate(&Results::new(2, games).unwrap());
        assert_eq!((ratings.players[0].rating, ratings.players[0].notes.len()), (1300.0, 0));
    }
}
