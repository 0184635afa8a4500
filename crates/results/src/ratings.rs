//! The ratings of all entrants, as `muster rate RUN --by entrant` fits them.
//!
//! Games are counted by pair of entrants while they are read. The fit is over these pairs, regardless of the number of
//! matches.

use ledger::MatchRow;
use rating::bradley_terry::{Draws, Fit, Options, fit_table};
use rating::crosstable::{by_seat, first_seat};
use rating::note::OpenSide;
use rating::pair_score::Trinomial;
use rating::result_counter::Counter;
use rating::results::Player;
use rating::scale::{Z95, expected_score};
use rating::table::{Table, Tally};
use tournament::GameRecord;

use crate::counted_game::{CountedGame, plus_minus, rounded, tenths};
use crate::game_copies::{GameIdentity, SeenGames, first_score};
use crate::model::{PlusMinus, Rating, RatingCourse, Ratings, SeatBalance, SeatScore, SeatTally};
use crate::opening_leg::OpeningLeg;
use crate::rating_course::Course;

/// The games of a run that ratings count, collected in schedule order.
pub(crate) struct RatedGames {
    /// The treatment of draws in the displayed ratings.
    draws: Draws,
    counter: Counter,
    course: Course,
    seen: SeenGames,
    /// The latest game, until it is known whether the next one has the same opening with seats swapped.
    latest: Option<Latest>,
    games: u64,
    copies: u64,
}

struct Latest {
    leg: OpeningLeg,
    game: CountedGame,
    counts: bool,
}

impl RatedGames {
    /// Returns an empty collection for this number of entrants.
    pub(crate) fn new(entrants: usize, draws: Draws) -> RatedGames {
        RatedGames {
            draws,
            counter: Counter::default(),
            course: Course::new(entrants),
            seen: SeenGames::default(),
            latest: None,
            games: 0,
            copies: 0,
        }
    }

    /// Adds the next recorded match; `is_rated` says whether it counts under the rulings.
    pub(crate) fn add(&mut self, row: &MatchRow, game: &GameRecord, is_rated: bool) {
        let [first, second] = game.seats.0.map(|entrant| Player(entrant.0));
        let score = first_score(game.result.outcome);
        let is_copy = self.seen.is_copy(is_rated, GameIdentity::from_record(game));
        self.games += 1;
        self.copies += u64::from(is_copy);
        let counts = is_rated && !is_copy && first != second;
        let game = CountedGame { first, second, score, other: None };
        match self.latest.take() {
            Some(latest) if latest.counts && counts && latest.leg.is_followed_by(row) => {
                self.count(row, CountedGame { other: Some(score), ..latest.game });
            }
            latest => {
                self.count_latest(latest);
                self.latest = Some(Latest { leg: OpeningLeg::new(row), game, counts });
            }
        }
    }

    fn count_latest(&mut self, latest: Option<Latest>) {
        if let Some(latest) = latest.filter(|latest| latest.counts) {
            latest.game.count(&mut self.counter);
            self.course.add(latest.leg.key(), latest.game);
        }
    }

    fn count(&mut self, row: &MatchRow, game: CountedGame) {
        game.count(&mut self.counter);
        self.course.add(row.key, game);
    }

    /// Fits the ratings.
    pub(crate) fn fit(mut self, entrants: usize) -> FittedRatings {
        let latest = self.latest.take();
        self.count_latest(latest);
        // The memory of the games is freed before that of the fit is allocated.
        drop(std::mem::take(&mut self.seen));
        let table = std::mem::take(&mut self.counter).into_table(entrants);
        let (usual, draws) = (Options::default(), self.draws);
        let fit = fit_table(&table, &Options { draws, ..usual });
        let scores = table.scores();
        let graded =
            if draws == usual.draws { fit.ratings.clone() } else { fit_table(&table, &usual).ratings };
        let ratings: Vec<Option<Rating>> =
            (0..entrants).map(|entrant| rating(&fit, &scores, entrant)).collect();
        FittedRatings {
            course: self.course.fit(&ratings, draws),
            graded: scores
                .iter()
                .zip(graded)
                .map(|(score, elo)| (score.games() > 0).then(|| tenths(elo)))
                .collect(),
            summary: Ratings {
                games: self.games,
                copies: self.copies,
                halves_draws: draws == Draws::HalfPoint,
                remarks: fit.remarks(Z95).collect(),
            },
            seats: seat_balance(&table, &fit),
            ratings,
        }
    }
}

/// The fitted ratings of a run.
#[derive(Default)]
pub struct FittedRatings {
    /// The ratings by entrant; `None` without a game.
    pub ratings: Vec<Option<Rating>>,
    /// The ratings in Elo that grades use, by entrant: those of `muster rate`, regardless of the report's scale.
    pub graded: Vec<Option<f64>>,
    /// The games in the fit.
    pub summary: Ratings,
    /// The comparison of the seats; `None` without games.
    pub seats: Option<SeatBalance>,
    /// The ratings after each round; `None` for a single round, and in large tournaments.
    pub course: Option<RatingCourse>,
}

fn rating(fit: &Fit, scores: &[Tally], entrant: usize) -> Option<Rating> {
    let games = scores[entrant].games();
    (games > 0).then(|| Rating {
        elo: tenths(fit.ratings[entrant]),
        plus_minus: plus_minus(fit, entrant),
        open: fit.open[entrant].map(OpenSide::sign),
        games,
    })
}

/// Returns the comparison of the seats; `None` without games.
fn seat_balance(table: &Table, fit: &Fit) -> Option<SeatBalance> {
    let all = first_seat(table);
    let tally = |tally: &Tally| SeatTally { won: tally.wins, drawn: tally.draws, lost: tally.losses };
    let entrants = (0..).zip(by_seat(table)).filter(|(_, seats)| seats.iter().any(|seat| seat.games() > 0));
    let advantage = fit.seat.map(|seat| PlusMinus {
        value: tenths(seat.value),
        plus_minus: seat.deviation.map(|deviation| tenths(Z95 * deviation)),
    });
    Some(SeatBalance {
        first: tally(&all),
        score: score(&all)?,
        advantage,
        entrants: entrants.map(|(entrant, seats)| (entrant, [tally(&seats[0]), tally(&seats[1])])).collect(),
    })
}

/// Returns the points per game with a 95 % interval from the likelihood ratio; `None` without games.
fn score(tally: &Tally) -> Option<SeatScore> {
    let estimate = (tally.games() > 0).then(|| Trinomial::new(tally).elo())?;
    let part = |elo: Option<f64>, none: f64| rounded(elo.map_or(none, expected_score), 1e4);
    Some(SeatScore {
        score: rounded(estimate.score, 1e4),
        low: part(estimate.low, 0.0),
        high: part(estimate.high, 1.0),
    })
}

#[cfg(test)]
mod tests {
    use game::{Outcome, PerSeat, Seat};
    use rating::results::Score;
    use referee::{Reason, Ticks};
    use tournament::{EntrantId, GameResult};

    use super::*;

    fn row(key: &str, entrants: [u32; 2], winner: Option<Seat>) -> MatchRow {
        let [first, second] = entrants.map(EntrantId);
        MatchRow {
            key: key.parse().unwrap(),
            entrants: PerSeat::new(first, second),
            start: None,
            outcome: winner.map_or(Outcome::Draw, Outcome::Win),
            reason: Reason::PlyLimit,
            plies: 0,
            metrics: PerSeat::default(),
            spent: PerSeat::new(Ticks::ZERO, Ticks::ZERO),
            memory: PerSeat::default(),
            transcript: Vec::new(),
        }
    }

    /// Adds a match; a replay does not count.
    fn add(rated: &mut RatedGames, row: &MatchRow, content: u64) {
        let result = GameResult { content, ..GameResult::plain(row.outcome) };
        let game = GameRecord { key: row.key, seats: row.entrants, result };
        rated.add(row, &game, row.key.attempt() == 0);
    }

    fn fitted(games: &[(&str, [u32; 2], Option<Seat>, u64)]) -> FittedRatings {
        let mut rated = RatedGames::new(3, Draws::default());
        for &(key, entrants, winner, content) in games {
            let row = row(key, entrants, winner);
            add(&mut rated, &row, content);
        }
        rated.fit(3)
    }

    /// A ladder counts a draw as half a point. Ratings that compare only wins with losses were spread a fifth wider
    /// than the ladder's own, next to which they were shown.
    #[test]
    fn ratings_beside_a_ladders_count_a_draw_as_half_a_point() {
        let rated = |draws| {
            let mut rated = RatedGames::new(2, draws);
            for content in 1..=40_u64 {
                let winner = match content % 10 {
                    0..4 => Some(Seat::First),
                    4 | 5 => Some(Seat::Second),
                    _ => None,
                };
                let row = row(&format!("1.{content}.1.1"), [0, 1], winner);
                add(&mut rated, &row, content);
            }
            let fitted = rated.fit(2);
            let elo = |entrant: usize| fitted.ratings[entrant].as_ref().unwrap().elo;
            (elo(0) - elo(1), fitted.graded[0].unwrap() - fitted.graded[1].unwrap())
        };
        let (shown, graded) = rated(Draws::HalfPoint);
        // 24 of 40 points.
        assert!((shown - rating::scale::elo_of_score(0.6)).abs() < 0.2, "{shown}");
        let (davidson, same) = rated(Draws::Davidson);
        assert!(davidson > 1.5 * shown, "{davidson} {shown}");
        assert!(
            (davidson - graded).abs() < 0.01 && (davidson - same).abs() < 0.01,
            "{davidson} {graded} {same}"
        );
    }

    #[test]
    fn copies_count_once_and_what_a_ruling_left_out_does_not_count() {
        let win = Some(Seat::First);
        let fitted = fitted(&[
            ("1.1.1.1", [0, 1], win, 7),
            ("1.1.1.2", [1, 0], win, 7),
            ("1.2.1.1", [0, 1], win, 7),
            ("1.2.1.1+1", [0, 1], win, 9),
            ("1.2.1.2", [1, 0], None, 8),
        ]);
        assert_eq!((fitted.summary.games, fitted.summary.copies), (5, 1));
        let games = |entrant: usize| fitted.ratings[entrant].as_ref().map(|rating: &Rating| rating.games);
        assert_eq!([games(0), games(1), games(2)], [Some(3), Some(3), None]);
        let seats = fitted.seats.unwrap();
        assert_eq!(seats.first, SeatTally { won: 2, drawn: 1, lost: 0 });
        assert!(seats.score.low < seats.score.score && seats.score.score < seats.score.high);
    }

    /// Compares with a fit of all games at once, as `muster rate` does.
    #[test]
    fn games_counted_one_by_one_are_rated_like_all_at_once() {
        use rating::model::Model;
        use rating::results::{MatchResult, Results};
        let mut games = Vec::new();
        let mut matches = Vec::new();
        let mut content = 0;
        for round in 1..=6_u32 {
            for (pairing, [one, other]) in (1..).zip([[0, 1], [1, 2], [2, 0]]) {
                for (game, seats) in (1..).zip([[one, other], [other, one]]) {
                    content += 1;
                    let winner =
                        [Some(Seat::First), None, Some(Seat::Second)][(content * content % 5 % 3) as usize];
                    games.push((format!("1.{round}.{pairing}.{game}"), seats, winner, content));
                    let score = match winner {
                        Some(Seat::First) => Score::Win,
                        None => Score::Draw,
                        Some(Seat::Second) => Score::Loss,
                    };
                    let [first, second] = seats.map(|seat| seat as usize);
                    matches.push(MatchResult::new(first, second, score).in_pair(3 * round + pairing));
                }
            }
        }
        let games: Vec<_> = games
            .iter()
            .map(|(key, seats, winner, content)| (key.as_str(), *seats, *winner, *content))
            .collect();
        let expected = Model::named("bradley-terry").unwrap().rate(&Results::new(3, matches).unwrap());
        for (rating, expected) in fitted(&games).ratings.iter().zip(&expected.players) {
            let rating = rating.as_ref().unwrap();
            assert!((rating.elo - expected.rating).abs() <= 0.05);
            assert!((rating.plus_minus.unwrap() - Z95 * expected.deviation.unwrap()).abs() <= 0.05);
            assert_eq!(rating.games, expected.games());
        }
    }
}
