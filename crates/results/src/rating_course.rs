//! Ratings after each round, for the chart and for each entrant's page. Entrants, games and rounds are bounded.

use rating::bradley_terry::{Draws, Options, fit_table};
use rating::result_counter::Counter;
use rating::table::Table;
use tournament::MatchKey;

use crate::counted_game::{CountedGame, plus_minus, tenths};
use crate::model::{CoursePoint, PlusMinus, Rating, RatingCourse};

/// Maximum number of entrants in a tournament whose ratings are followed, as each round costs a fit.
const ENTRANTS: usize = 100;
/// Maximum number of games, or pairs of games of one opening.
const GAMES: usize = 100_000;
/// Maximum number of rounds after which ratings are fitted. If there are more, evenly spaced ones are chosen.
const POINTS: usize = 24;
/// Number of entrants in the chart: the best ones at the end.
const SHOWN: usize = 8;

/// The games that ratings count, by rounds.
pub(crate) struct Course {
    entrants: usize,
    /// Stage and round of each game, in schedule order; `None` if there are too many.
    games: Option<Vec<((u16, u32), CountedGame)>>,
}

impl Course {
    pub(crate) fn new(entrants: usize) -> Course {
        Course { entrants, games: (entrants <= ENTRANTS).then(Vec::new) }
    }

    pub(crate) fn add(&mut self, key: MatchKey, game: CountedGame) {
        if self.games.as_ref().is_some_and(|games| games.len() == GAMES) {
            self.games = None;
        }
        if let Some(games) = &mut self.games {
            games.push(((key.stage(), key.round()), game));
        }
    }

    /// Fits the ratings after each round; `last` are the final ones. `None` for a single round, or if there are too
    /// many games.
    pub(crate) fn fit(self, last: &[Option<Rating>], draws: Draws) -> Option<RatingCourse> {
        let games = self.games?;
        let rounds: Vec<&[((u16, u32), CountedGame)]> = games.chunk_by(|one, next| one.0 == next.0).collect();
        if rounds.len() < 2 {
            return None;
        }
        let mut best: Vec<usize> = (0..last.len()).filter(|&entrant| last[entrant].is_some()).collect();
        let elo = |entrant: usize| last[entrant].as_ref().map_or(f64::NEG_INFINITY, |rating| rating.elo);
        best.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)).then(one.cmp(&other)));
        best.truncate(SHOWN);
        let options = Options { draws, ..Options::default() };
        let mut counter = Counter::default();
        let mut points = Vec::new();
        for (index, round) in rounds.iter().enumerate() {
            for (_, game) in *round {
                game.count(&mut counter);
            }
            if is_point(index, rounds.len()) {
                let table = Table::from_counter(&mut counter, self.entrants);
                let (fit, scores) = (fit_table(&table, &options), table.scores());
                let of = |entrant: usize| {
                    (scores[entrant].games() > 0).then(|| PlusMinus {
                        value: tenths(fit.ratings[entrant]),
                        plus_minus: plus_minus(&fit, entrant),
                    })
                };
                let ((stage, number), _) = round[0];
                points.push(CoursePoint {
                    stage: usize::from(stage),
                    round: number + 1,
                    ratings: (0..self.entrants).map(of).collect(),
                });
            }
        }
        Some(RatingCourse { best, points })
    }
}

/// Returns `true` if ratings are fitted after this round of `rounds`, which always holds for the last one.
fn is_point(round: usize, rounds: usize) -> bool {
    // The number of points among the first `rounds_before` rounds.
    let point = |rounds_before: usize| rounds_before * POINTS.min(rounds) / rounds;
    point(round + 1) > point(round)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_few_and_evenly_spaced_and_the_last_round_is_one() {
        for rounds in [1, 2, 23, 24, 25, 100, 999] {
            let points: Vec<usize> = (0..rounds).filter(|&round| is_point(round, rounds)).collect();
            assert_eq!((points.len(), points.last()), (rounds.min(POINTS), Some(&(rounds - 1))), "{rounds}");
            let gaps: Vec<usize> = points.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let (least, most) = (gaps.iter().min().unwrap_or(&1), gaps.iter().max().unwrap_or(&1));
            assert!(most - least <= 1, "{rounds}: {gaps:?}");
        }
    }

    #[test]
    fn too_many_games_have_no_course() {
        use rating::results::{Player, Score};
        let game = CountedGame { first: Player(0), second: Player(1), score: Score::Win, other: None };
        let key = |round: usize| MatchKey::new(0, round as u32, 0, 0).unwrap();
        let rating = Rating { elo: 1500.0, plus_minus: None, open: None, games: 1 };
        let last = [Some(rating.clone()), Some(rating)];
        for (games, is_some) in [(1, false), (2, true), (GAMES, true), (GAMES + 1, false)] {
            let mut course = Course::new(2);
            (0..games).for_each(|round| course.add(key(round.min(9)), game));
            assert_eq!(course.fit(&last, Draws::default()).is_some(), is_some, "{games}");
        }
        assert!(Course::new(ENTRANTS + 1).games.is_none());
    }

    #[test]
    fn the_last_point_has_the_ratings_of_the_end_and_later_points_smaller_errors() {
        use rating::results::{Player, Score};
        let entrants = SHOWN + 1;
        let mut course = Course::new(entrants);
        let mut counter = Counter::default();
        for round in 0..6_u32 {
            for (pairing, first) in (0..entrants as u32 - 1).enumerate() {
                let score = if round % 3 == first % 3 { Score::Loss } else { Score::Win };
                let other = first + 1;
                let game = CountedGame { first: Player(first), second: Player(other), score, other: None };
                game.count(&mut counter);
                course.add(MatchKey::new(0, round, pairing as u32, 0).unwrap(), game);
            }
        }
        let fit = fit_table(&Table::from_counter(&mut counter, entrants), &Options::default());
        let last: Vec<Option<Rating>> = (0..entrants)
            .map(|entrant| {
                let elo = tenths(fit.ratings[entrant]);
                let plus_minus = plus_minus(&fit, entrant);
                Some(Rating { elo, plus_minus, open: None, games: 1 })
            })
            .collect();
        let course = course.fit(&last, Draws::default()).unwrap();
        assert_eq!((course.best.len(), course.points.len()), (SHOWN, 6));
        for (entrant, rating) in last.iter().enumerate() {
            let rating = rating.as_ref().unwrap();
            let at = |point: &CoursePoint| point.ratings[entrant].unwrap();
            let end = at(&course.points[5]);
            assert_eq!((end.value, end.plus_minus), (rating.elo, rating.plus_minus));
            // The results of the last three rounds are the same as those of the first three.
            assert!(end.plus_minus < at(&course.points[2]).plus_minus, "{entrant}");
        }
    }
}
