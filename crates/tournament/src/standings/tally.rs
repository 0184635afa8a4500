//! The tally of an entrant's games.

use game::{Outcome, Seat};

use crate::{DoubleForfeit, ForfeitMetrics, GameRecord, GameResult, Points, Scoring};

/// The tally of an entrant's games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games played.
    pub games: u32,
    /// Games won, at the board or not, and byes and walkovers that score a win.
    pub wins: u32,
    /// Games drawn, and byes that score a draw.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games won by playing them to their end.
    pub won_at_the_board: u32,
    /// Games lost by the entrant's own fault, including double forfeits.
    pub forfeits: u32,
    /// Games won or drawn without being played. A bye or a walkover scores all games of its pairing, so `games + byes`
    /// equals `wins + draws + losses`.
    pub byes: u32,
    /// Sum of the points.
    pub points: Points,
    /// The sum of each metric.
    pub sums: Vec<i64>,
    /// The maximum of each metric over the games that did not end by a forfeit of either side; 0 without such a game.
    pub maxima: Vec<i64>,
    /// Games that did not end by a forfeit of either side.
    pub clean_games: u32,
}

impl Tally {
    /// An empty tally with the given number of metrics.
    pub fn new(metrics: usize) -> Tally {
        Tally { sums: vec![0; metrics], maxima: vec![0; metrics], ..Tally::default() }
    }

    /// The tally of one entrant's games.
    pub fn from_games<'a>(
        games: impl IntoIterator<Item = (&'a GameRecord, Seat)>,
        scoring: &Scoring,
        metrics: usize,
    ) -> Tally {
        let mut tally = Tally::new(metrics);
        for (game, seat) in games {
            tally.add(&game.result, seat, scoring);
        }
        tally
    }

    /// Adds a game from the point of view of a seat.
    pub fn add(&mut self, result: &GameResult, seat: Seat, scoring: &Scoring) {
        self.games += 1;
        let by_forfeit = !result.forfeits.is_empty();
        let double_loss = result.forfeits.len() == 2
            && result.outcome == Outcome::Draw
            && scoring.double_forfeit == DoubleForfeit::LostByBoth;
        self.forfeits += u32::from(result.forfeits.contains(seat));
        match result.outcome {
            Outcome::Win(winner) if winner == seat => {
                self.wins += 1;
                self.won_at_the_board += u32::from(!by_forfeit);
                self.points += scoring.win;
            }
            Outcome::Draw if !double_loss => {
                self.draws += 1;
                self.points += scoring.draw;
            }
            _ => {
                self.losses += 1;
                self.points += scoring.loss;
            }
        }
        if counts_metrics(result, seat, scoring.forfeit_metrics) {
            for (sum, value) in self.sums.iter_mut().zip(result.metrics.for_seat(seat)) {
                *sum = sum.saturating_add(value);
            }
        }
        if !by_forfeit {
            let first = self.clean_games == 0;
            for (best, value) in self.maxima.iter_mut().zip(result.metrics.for_seat(seat)) {
                *best = if first { value } else { value.max(*best) };
            }
            self.clean_games += 1;
        }
    }

    /// Adds games won without playing.
    pub(crate) fn add_unplayed_wins(&mut self, games: u32, scoring: &Scoring) {
        self.byes += games;
        self.wins += games;
        self.points += scoring.win * games;
    }

    /// Adds games drawn without playing.
    pub(crate) fn add_unplayed_draws(&mut self, games: u32, scoring: &Scoring) {
        self.byes += games;
        self.draws += games;
        self.points += scoring.draw * games;
    }

    /// Adds another tally, of other games of the same entrant.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.won_at_the_board += other.won_at_the_board;
        self.forfeits += other.forfeits;
        self.byes += other.byes;
        self.points += other.points;
        for (sum, value) in self.sums.iter_mut().zip(&other.sums) {
            *sum = sum.saturating_add(*value);
        }
        for (best, &value) in self.maxima.iter_mut().zip(&other.maxima) {
            *best = match (self.clean_games, other.clean_games) {
                (_, 0) => *best,
                (0, _) => value,
                _ => value.max(*best),
            };
        }
        self.clean_games += other.clean_games;
    }
}

fn counts_metrics(result: &GameResult, seat: Seat, rule: ForfeitMetrics) -> bool {
    match rule {
        ForfeitMetrics::AsPlayed => true,
        ForfeitMetrics::ForfeiterZero => !result.forfeits.contains(seat),
        ForfeitMetrics::BothZero => result.forfeits.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use game::{PerSeat, SeatSet};

    use super::*;
    use crate::Metrics;

    fn result(outcome: Outcome, forfeits: SeatSet, metrics: [i64; 2]) -> GameResult {
        let [first, second] = metrics;
        let metrics = Metrics::new(PerSeat::new(&[first], &[second]));
        GameResult { outcome, forfeits, metrics, content: 0 }
    }

    #[test]
    fn a_forfeit_counts_as_the_option_says() {
        let game = result(Outcome::Win(Seat::Second), SeatSet::only(Seat::First), [5, 4]);
        for (rule, sums) in [
            (ForfeitMetrics::ForfeiterZero, [0, 4]),
            (ForfeitMetrics::AsPlayed, [5, 4]),
            (ForfeitMetrics::BothZero, [0, 0]),
        ] {
            let scoring = Scoring { forfeit_metrics: rule, ..Scoring::default() };
            for seat in Seat::BOTH {
                let mut tally = Tally::new(1);
                tally.add(&game, seat, &scoring);
                assert_eq!(tally.sums, [sums[seat.index()]], "{rule:?}");
                assert_eq!(tally.maxima, [0], "a game that ended by a forfeit has no maximum");
                assert_eq!(tally.won_at_the_board, 0);
            }
        }
    }

    #[test]
    fn a_double_forfeit_is_a_draw_or_lost_by_both() {
        let game = result(Outcome::Draw, SeatSet::BOTH, [5, 4]);
        for (rule, draws) in [(DoubleForfeit::AsJudged, 1), (DoubleForfeit::LostByBoth, 0)] {
            let scoring = Scoring { double_forfeit: rule, ..Scoring::default() };
            let mut tally = Tally::new(1);
            tally.add(&game, Seat::First, &scoring);
            assert_eq!((tally.draws, tally.losses, tally.forfeits), (draws, 1 - draws, 1));
        }
    }

    #[test]
    fn maxima_of_negative_numbers_are_negative_and_merging_keeps_them() {
        let scoring = Scoring::default();
        let tally_of = |value| {
            let mut tally = Tally::new(1);
            tally.add(&result(Outcome::Draw, SeatSet::NONE, [value, 0]), Seat::First, &scoring);
            tally
        };
        let mut tally = tally_of(-7);
        assert_eq!(tally.maxima, [-7]);
        tally.merge(&tally_of(-3));
        assert_eq!((tally.maxima.as_slice(), tally.sums.as_slice(), tally.games), (&[-3][..], &[-10][..], 2));
        tally.merge(&Tally::new(1));
        assert_eq!(tally.maxima, [-3]);
    }
}
