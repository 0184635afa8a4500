//! The score of two players against one another, by game (trinomial) or by pair of games (pentanomial), and the Elo
//! difference it implies.

use std::fmt;

use crate::multinomial::{Constraint, Multinomial};
use crate::results::{Player, Results, Score};
use crate::scale::{EloScale, NORMALIZED_ELO_PER_DEVIATION, elo_of_score, normal_cdf, round6};
use crate::stopping::Stopped;
use crate::table::Tally;

/// Counts of pairs of games by half points of the new player: 0, 1, 2, 3, 4 of 4.
///
/// The two games of a pair share an opening with seats swapped, so they are not independent; pairs are.
///
/// # Source
/// Van den Bergh, A practical introduction to the GSPRT, and the testing framework of Stockfish (fishtest).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// Counts of single games: lost, drawn, won by the new player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial(pub [u64; 3]);

/// An Elo difference by the logistic curve.
///
/// The 95 % interval comes from the likelihood ratio, so it exists for every score. `None` stands for no bound in that
/// direction, as after nothing but wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Points per game, 0 to 1; one half without games.
    pub score: f64,
    /// The Elo difference that gives this score; `None` without games, and at 0 and 1, where it is infinite.
    pub elo: Option<f64>,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// Likelihood of superiority: the probability that the new player is stronger, by the normal approximation.
    pub superiority: f64,
}

impl fmt::Display for EloEstimate {
    /// Writes `+12.3 (95 %: -5.0 to +30.1)`; an unbounded end is infinite.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let infinite = match self.score {
            score if score >= 1.0 => "+∞",
            score if score <= 0.0 => "-∞",
            _ => "?",
        };
        let shown =
            |elo: Option<f64>, none: &str| elo.map_or_else(|| none.to_owned(), |elo| format!("{elo:+.1}"));
        let (elo, low, high) = (shown(self.elo, infinite), shown(self.low, "-∞"), shown(self.high, "+∞"));
        write!(f, "{elo} (95 %: {low} to {high})")
    }
}

/// Returns the counted pairs of `new` against `old`, in schedule order of their first legs, as scores of `new`.
///
/// Both legs must count: a pair with a copied or an unrated leg is left out.
pub fn pairs_between(results: &Results, new: Player, old: Player) -> impl Iterator<Item = [Score; 2]> {
    let matches = results.matches();
    matches.iter().enumerate().filter_map(move |(at, leg)| {
        let other = &matches[results.other_leg(at).filter(|&other| at < other)?];
        if !(leg.counts() && other.counts()) {
            return None;
        }
        match (leg.first, leg.second) {
            seats if seats == (new, old) => Some([leg.score, other.score.reversed()]),
            seats if seats == (old, new) => Some([leg.score.reversed(), other.score]),
            _ => None,
        }
    })
}

impl Pentanomial {
    /// Returns all counted pairs of `new` against `old`.
    pub fn between(results: &Results, new: Player, old: Player) -> Self {
        let mut pairs = Self::default();
        pairs_between(results, new, old).for_each(|scores| pairs.add(scores));
        pairs
    }

    /// Adds a pair: the new player's scores in its two games.
    pub fn add(&mut self, scores: [Score; 2]) {
        self.0[usize::from(scores[0].half_points() + scores[1].half_points())] += 1;
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the Elo difference that these pairs imply.
    pub fn elo(&self) -> EloEstimate {
        estimate(&self.0)
    }

    /// Returns the Elo difference after a test that stopped with this sum of points, in standard deviations of a pair.
    /// The estimate is median-unbiased, and all figures follow from the order of ends.
    pub(crate) fn elo_after(&self, stopped: &Stopped, sum: f64) -> EloEstimate {
        let plain = self.elo();
        if self.pairs() == 0 {
            return plain;
        }
        let model = Multinomial::new(&self.0);
        let elo_at = |chance: f64| round6(elo_of_score(model.mean_at(stopped.deviate(sum, chance))));
        let steps = self.pairs() as f64;
        let even = (sum - model.deviate_at(0.5) * libm::sqrt(steps)) / steps;
        EloEstimate {
            elo: plain.elo.map(|_| elo_at(0.5)),
            low: plain.low.map(|_| elo_at(0.025)),
            high: plain.high.map(|_| elo_at(0.975)),
            superiority: round6(1.0 - stopped.chance_of_more(even)),
            ..plain
        }
    }

    /// Returns the new player's share of the points, 0 to 1, and both ends of its 95 % interval from the likelihood
    /// ratio; `None` without pairs.
    pub fn share95(&self) -> Option<[f64; 3]> {
        if self.pairs() == 0 {
            return None;
        }
        let model = Multinomial::new(&self.0);
        let [low, high] = model.interval95();
        Some([self.elo().score, low, high].map(round6))
    }

    /// Returns the difference in normalized Elo; `None` without pairs, or if all pairs are equal and not even.
    ///
    /// The variance of a game is taken as twice that of a pair's mean score.
    pub fn normalized_elo(&self) -> Option<f64> {
        let is_alike = self.0.contains(&self.pairs()) && self.0[2] != self.pairs();
        if self.pairs() == 0 || is_alike {
            return None;
        }
        let root_of_two = libm::sqrt(2.0);
        Some(round6(Multinomial::new(&self.0).t_value() / root_of_two * NORMALIZED_ELO_PER_DEVIATION))
    }

    /// Returns the log-likelihood ratio of `elo1` to `elo0`, as fishtest computes it: `LLR_logistic` or
    /// `LLR_normalized`.
    pub fn log_likelihood_ratio(&self, scale: EloScale, elo0: f64, elo1: f64) -> f64 {
        let hypotheses = [elo0, elo1].map(|elo| Constraint::new(scale, elo, 2.0));
        Multinomial::new(&self.0).log_likelihood_ratio(hypotheses)
    }

    /// Returns the log-likelihood ratio with one virtual pair that favours neither hypothesis; see [`crate::sprt`].
    pub(crate) fn cautious_log_likelihood_ratio(&self, hypotheses: [Constraint; 2]) -> f64 {
        Multinomial::with_virtual_outcome(&self.0, hypotheses).log_likelihood_ratio(hypotheses)
    }
}

impl Trinomial {
    /// Returns the counts of a tally of the new player.
    pub fn new(tally: &Tally) -> Self {
        Self([tally.losses, tally.draws, tally.wins].map(u64::from))
    }

    /// Returns the Elo difference that these games imply, if they are independent.
    pub fn elo(&self) -> EloEstimate {
        estimate(&self.0)
    }

    /// Returns the log-likelihood ratio of `elo1` to `elo0`, if games are independent.
    pub fn log_likelihood_ratio(&self, scale: EloScale, elo0: f64, elo1: f64) -> f64 {
        let hypotheses = [elo0, elo1].map(|elo| Constraint::new(scale, elo, 1.0));
        Multinomial::new(&self.0).log_likelihood_ratio(hypotheses)
    }
}

fn estimate<const N: usize>(counts: &[u64; N]) -> EloEstimate {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return EloEstimate { score: 0.5, elo: None, low: None, high: None, superiority: 0.5 };
    }
    let (all_lost, all_won) = (counts[0] == total, counts[N - 1] == total);
    let model = Multinomial::new(counts);
    let interval = model.interval95();
    let points: u64 = counts.iter().zip(0..).map(|(count, half): (_, u64)| count * half).sum();
    let score = points as f64 / (total as f64 * (N - 1) as f64);
    EloEstimate {
        score: round6(score),
        elo: (!all_lost && !all_won).then(|| round6(elo_of_score(score))),
        low: (!all_lost).then(|| round6(elo_of_score(interval[0]))),
        high: (!all_won).then(|| round6(elo_of_score(interval[1]))),
        superiority: round6(normal_cdf((model.mean() - 0.5) / model.standard_error())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_half_points() {
        use Score::{Draw, Loss, Win};
        let mut pairs = Pentanomial::default();
        for scores in [[Win, Win], [Win, Loss], [Draw, Draw], [Loss, Draw], [Draw, Win], [Loss, Loss]] {
            pairs.add(scores);
        }
        assert_eq!(pairs, Pentanomial([1, 1, 2, 1, 1]));
        assert_eq!(pairs.pairs(), 6);
    }

    #[test]
    fn pairs_are_seen_by_the_new_player() {
        use crate::results::MatchResult;
        let leg =
            |first: usize, second: usize, score, pair| MatchResult::new(first, second, score).in_pair(pair);
        let copy = MatchResult { copy: true, ..leg(1, 0, Score::Win, 2) };
        let matches = vec![
            leg(0, 1, Score::Win, 0),
            leg(1, 0, Score::Draw, 0),
            leg(1, 0, Score::Win, 1),
            leg(0, 1, Score::Loss, 2),
            leg(0, 1, Score::Loss, 1),
            copy,
            leg(0, 2, Score::Win, 3),
            leg(2, 0, Score::Win, 3),
        ];
        let results = Results::new(3, matches).unwrap();
        let pairs: Vec<[Score; 2]> = pairs_between(&results, Player(0), Player(1)).collect();
        assert_eq!(pairs, [[Score::Win, Score::Draw], [Score::Loss, Score::Loss]]);
        assert_eq!(Pentanomial::between(&results, Player(1), Player(0)), Pentanomial([0, 1, 0, 0, 1]));
    }

    #[test]
    fn an_even_score_is_no_difference() {
        let even = Pentanomial([10, 20, 40, 20, 10]).elo();
        assert_eq!((even.score, even.elo, even.superiority), (0.5, Some(0.0), 0.5));
        assert_eq!(even.low.map(|low| -low), even.high);
    }

    #[test]
    fn large_samples_agree_with_the_normal_approximation() {
        let counts = [1_000, 2_000, 3_000, 2_000, 2_000];
        let total: f64 = 10_000.0;
        let mean = (0..5).map(|k| counts[k] as f64 * k as f64 / 4.0).sum::<f64>() / total;
        let variance =
            (0..5).map(|k| counts[k] as f64 * (k as f64 / 4.0 - mean).powi(2)).sum::<f64>() / total;
        let half = 1.959_964 * (variance / total).sqrt();
        let elo = Pentanomial(counts).elo();
        assert!((elo.low.unwrap() - elo_of_score(mean - half)).abs() < 0.02, "{elo:?}");
        assert!((elo.high.unwrap() - elo_of_score(mean + half)).abs() < 0.02, "{elo:?}");
    }

    #[test]
    fn normalized_elo_is_the_score_in_deviations_of_a_game() {
        let pairs = Pentanomial([5, 10, 50, 40, 0]);
        let (mean, square) =
            ((10.0 + 2.0 * 50.0 + 3.0 * 40.0) / 4.0 / 105.0, (10.0 + 4.0 * 50.0 + 9.0 * 40.0) / 16.0 / 105.0);
        let game = libm::sqrt(2.0 * (square - mean * mean));
        let expected = (mean - 0.5) / game * 347.435_585_522_601_46;
        assert!((pairs.normalized_elo().unwrap() - expected).abs() < 0.01, "{pairs:?}: {expected}");
        assert_eq!(Pentanomial([0, 0, 7, 0, 0]).normalized_elo(), Some(0.0));
        assert_eq!(Pentanomial([0, 0, 0, 0, 7]).normalized_elo(), None);
        assert_eq!(Pentanomial::default().normalized_elo(), None);
    }

    #[test]
    fn the_share_has_the_interval_of_the_difference() {
        let pairs = Pentanomial([5, 10, 50, 40, 3]);
        let ([share, low, high], elo) = (pairs.share95().unwrap(), pairs.elo());
        assert!((share - elo.score).abs() < 1e-9, "{share}");
        for (end, elo) in [(low, elo.low), (high, elo.high)] {
            assert!((elo_of_score(end) - elo.unwrap()).abs() < 0.01, "{end} {elo:?}");
        }
        let [won, low, high] = Pentanomial([0, 0, 0, 0, 20]).share95().unwrap();
        assert!(won > 0.999 && high > 0.999 && (0.89..0.9).contains(&low), "{won} {low} {high}");
        assert_eq!(Pentanomial::default().share95(), None);
    }

    #[test]
    fn every_score_has_a_defined_estimate() {
        let none = Pentanomial::default().elo();
        assert_eq!(
            (none.score, none.elo, none.low, none.high, none.superiority),
            (0.5, None, None, None, 0.5)
        );
        let won = Pentanomial([0, 0, 0, 0, 20]).elo();
        assert_eq!((won.score, won.elo, won.high), (1.0, None, None));
        // Twenty wins in twenty pairs: the score may still be as low as exp(-2.15 / 20) = 0.898.
        assert!((won.low.unwrap() - elo_of_score(libm::exp(-2.153_6 / 20.0))).abs() < 2.0, "{won:?}");
        let lost = Trinomial([20, 0, 0]).elo();
        assert_eq!((lost.elo, lost.low, lost.high.map(|high| high < 0.0)), (None, None, Some(true)));
        assert_eq!(lost.to_string(), format!("-∞ (95 %: -∞ to {:+.1})", lost.high.unwrap()));
        assert_eq!(none.to_string(), "? (95 %: -∞ to +∞)");
        let drawn = Pentanomial([0, 0, 10_000, 0, 0]).elo();
        assert_eq!((drawn.elo, drawn.superiority), (Some(0.0), 0.5));
        assert!(drawn.high.unwrap() > 0.0 && drawn.high.unwrap() < 1.0, "{drawn:?}");
    }
}
