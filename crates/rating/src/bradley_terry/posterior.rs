//! Ratings of players of whom something is believed before any game: that one is a new version of another.

use std::sync::Arc;

use thiserror::Error;

use super::covariance::{Covariance, Layout};
use super::fit::Estimate;
use super::likelihood::{After, Chances, DrawTerm, Information, Likelihood, Normal};
use super::newton;
use crate::results::Player;
use crate::scale::{ELO_PER_NAT, normal_cdf, round6};
use crate::table::{Meeting, Table};

/// Virtual games of the seat and of draws, of each kind, so that both are finite whatever the results.
const VIRTUAL_GAMES: f64 = 1.0;

/// As many pairs of games from one opening count as independent games would differ, whatever the others show.
const PAIRS_AT_FIRST: f64 = 50.0;

/// What is believed of a player's strength before any game: it is normal around that of an earlier player with the
/// [drift](Posterior::drift), or around that of the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// The player that this one comes after; `None` for one who is new to the field.
    pub after: Option<Player>,
    /// Standard deviation in Elo.
    pub deviation: f64,
}

/// Why beliefs do not say where strengths are.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BeliefError {
    /// Not one belief a player.
    #[error("{beliefs} beliefs of {players} players")]
    Count {
        /// How many beliefs there are.
        beliefs: usize,
        /// How many players there are.
        players: usize,
    },
    /// A player comes after itself, or after a later one.
    #[error("player {player} does not come after an earlier one")]
    Order {
        /// The player.
        player: usize,
    },
    /// A deviation that is not a positive number.
    #[error("a deviation of {0} is not a positive number")]
    Deviation(f64),
}

/// Strengths by beliefs and results together, with the covariance of all.
#[derive(Clone, Debug)]
pub struct Posterior {
    /// In natural units, by player; then the drift, seat and draws.
    point: Vec<f64>,
    /// `None` where numbers leave their range.
    covariance: Option<Covariance>,
    /// The variances of the differences between the players of each meeting.
    between: Vec<f64>,
    /// How much the scores of pairs of games from one opening vary, as a share of how much they would if the two were
    /// independent. Each game of a pair counts as much more as this is below one.
    pub spread_of_pairs: f64,
    /// By how much players are stronger than those they come after, on average, in Elo.
    pub drift: Estimate,
    /// Advantage of the first seat in Elo.
    pub seat: Estimate,
    /// Chance of a draw between equal players; `None` if there was none.
    pub draw: Option<Estimate>,
}

/// Fits strengths, seat and draws to a table and to one belief a player; `drift` is how far the average step from one
/// player to the next is believed to be from zero, a standard deviation in Elo.
///
/// The normal distribution that is nearest to what beliefs and matches say: where the likelihood, averaged over the errors
/// of the differences that it depends on, is greatest together with the beliefs, with the inverse of the information there
/// as covariance. (At the maximum of the plain likelihood, information is greater than on average around it, and errors of
/// players with few games are too small.) In a chain of players each after another, strengths learn from the games of all
/// of them; before its first game a player stands where the one before stands, drift included, with the variances of both.
/// The order of matches has no influence. Matches are independent but for the two games of a pair: from a one-sided opening
/// with seats swapped, their scores together vary less, which is estimated from all pairs, and matches weighed by it.
///
/// # Errors
/// If there is not one belief a player, one is not after an earlier player, or a deviation is not a positive number.
///
/// # Source
/// Opper and Archambeau, The variational Gaussian approximation revisited (2009); averages by Gauss and Hermite's three
/// points.
pub fn posterior(table: &Table, beliefs: &[Belief], drift: f64) -> Result<Posterior, BeliefError> {
    let beliefs = normals(table.players(), beliefs, drift)?;
    let fitting = Fitting { table, layout: Arc::new(Layout::new(&beliefs)), beliefs: &beliefs };
    let at_maximum = fitting.normal(&Points::exact(table.meetings()), None);
    Ok(fitting.around(at_maximum))
}

/// Where meetings are looked at: each once as it is, or three times around it with a share of its matches.
struct Points {
    meetings: Vec<Meeting>,
    shifts: Vec<f64>,
    shares: Vec<f64>,
}

impl Points {
    fn exact(meetings: &[Meeting]) -> Points {
        Points { meetings: meetings.to_vec(), shifts: Vec::new(), shares: Vec::new() }
    }

    fn around(meetings: &[Meeting], near: &Posterior) -> Points {
        let mut points = Points { meetings: Vec::new(), shifts: Vec::new(), shares: Vec::new() };
        for (meeting, variance) in meetings.iter().zip(&near.between) {
            let weight = weight(meeting, near.spread_of_pairs);
            for (shift, share) in around_zero(*variance) {
                points.meetings.push(*meeting);
                points.shifts.push(shift);
                points.shares.push(share * weight);
            }
        }
        points
    }
}

/// Three points with their shares, which stand for a normal distribution around zero.
fn around_zero(variance: f64) -> [(f64, f64); 3] {
    let reach = libm::sqrt(3.0 * variance.max(0.0));
    [(-reach, 1.0 / 6.0), (0.0, 2.0 / 3.0), (reach, 1.0 / 6.0)]
}

/// What a match of a meeting counts for on average, when those of pairs count for more or less.
fn weight(meeting: &Meeting, spread_of_pairs: f64) -> f64 {
    let (games, paired) = (f64::from(meeting.games()), f64::from(2 * meeting.paired()));
    (paired / spread_of_pairs + (games - paired)) / games
}

/// How much the scores of pairs vary, as a share of how much they would if games were independent.
///
/// At the strengths that were found, they vary by less than around the true ones; `between` has the variances of the
/// differences, by meeting.
///
/// # Source
/// `McCullagh` and Nelder, Generalized Linear Models (2nd edition), 4.5.2: the dispersion from Pearson's statistic.
fn spread_of_pairs(meetings: &[Meeting], point: &[f64], nu: f64, seat: f64, between: &[f64]) -> f64 {
    const STATISTIC: [f64; 3] = [0.5, 0.0, -0.5];
    let (mut found, mut expected, mut pairs) = (0.0, 0.0, 0.0);
    for (meeting, variance) in meetings.iter().zip(between).filter(|(meeting, _)| meeting.paired() > 0) {
        let gap = point[meeting.low.index()] - point[meeting.high.index()];
        let (mut mean, mut information) = (0.0, 0.0);
        for (shift, share) in around_zero(*variance) {
            let [low, high] = [gap + shift, -gap - shift].map(|gap| Chances::at(gap + seat, nu));
            mean += share * (low.mean() - high.mean());
            information += share * (low.variance() + high.variance());
        }
        let count = f64::from(meeting.paired());
        for (x, row) in STATISTIC.iter().zip(&meeting.pairs) {
            for (y, times) in STATISTIC.iter().zip(row) {
                let residual = (x - y) - mean;
                found += f64::from(*times) * residual * residual;
            }
        }
        found += count * information * information * variance;
        expected += count * information;
        pairs += count;
    }
    if pairs == 0.0 {
        return 1.0;
    }
    let at_first = PAIRS_AT_FIRST * expected / pairs;
    (found + at_first) / (expected + at_first)
}

/// What is the same however often it is fitted.
struct Fitting<'a> {
    table: &'a Table,
    beliefs: &'a [Normal],
    layout: Arc<Layout>,
}

impl Fitting<'_> {
    /// The maximum of the likelihood averaged over the errors of a posterior of the same meetings.
    fn around(&self, near: Posterior) -> Posterior {
        if near.covariance.is_none() {
            return near;
        }
        self.normal(&Points::around(self.table.meetings(), &near), Some(near.point))
    }

    /// The maximum and the inverse of the information there; `near` is a point to begin at.
    fn normal(&self, points: &Points, near: Option<Vec<f64>>) -> Posterior {
        let Fitting { table, beliefs, layout } = self;
        // The drift is one more strength that never plays.
        let (involved, given) = (vec![true; beliefs.len()], vec![None; beliefs.len()]);
        let drawn = table.meetings().iter().any(|meeting| meeting.score().draws > 0);
        let likelihood = Likelihood {
            meetings: &points.meetings,
            shifts: &points.shifts,
            shares: &points.shares,
            involved: &involved,
            given: &given,
            seat: true,
            draws: if drawn { DrawTerm::Fitted } else { DrawTerm::Absent },
            terms: None,
            prior: VIRTUAL_GAMES,
            behind: &[],
            beliefs,
        };
        let start = near.unwrap_or_else(|| likelihood.start());
        let plan = layout.plan(&likelihood.slope(&start).information);
        let factor = |information: &Information| plan.factor(&information.diagonal, &information.entries());
        // A search that converged ends where its last step was solved.
        let mut last = None;
        let mut solve = |information: &Information, gradient: &[f64]| {
            last = factor(information);
            match &last {
                Some(factor) => factor.solve(&plan, gradient),
                None => newton::solve(information, gradient),
            }
        };
        let maximum = newton::climb_from(&likelihood, start, &mut solve);
        let factor = if maximum.converged { last } else { factor(&maximum.slope.information) };
        let ends: Vec<(usize, usize)> =
            table.meetings().iter().map(|meeting| (meeting.low.index(), meeting.high.index())).collect();
        let (covariance, between) = factor.map(|factor| Covariance::new(layout, plan, factor, &ends)).unzip();
        let between = covariance.iter().zip(between).flat_map(|(covariance, between)| {
            let variance = move |(&(low, high), between): (&(usize, usize), f64)| {
                covariance.variance(low) + covariance.variance(high) - 2.0 * between
            };
            ends.iter().zip(between).map(variance)
        });
        let between: Vec<f64> = between.collect();
        let deviation = |parameter: usize| {
            let variance = covariance.as_ref()?.variance(parameter);
            (variance >= 0.0).then(|| libm::sqrt(variance))
        };
        let [drift, seat, draw] = [0, 1, 2].map(|parameter| table.players() + parameter);
        let nu = likelihood.nu(&maximum.point);
        let chance = nu / (2.0 + nu);
        Posterior {
            spread_of_pairs: spread_of_pairs(
                table.meetings(),
                &maximum.point,
                nu,
                maximum.point[seat],
                &between,
            ),
            drift: in_elo(maximum.point[drift], deviation(drift)),
            seat: in_elo(maximum.point[seat], deviation(seat)),
            draw: drawn.then(|| Estimate {
                value: round6(chance),
                // The chance answers to the log of the parameter with slope p (1 - p).
                deviation: deviation(draw).map(|d| round6(d * chance * (1.0 - chance))),
            }),
            point: maximum.point,
            covariance,
            between,
        }
    }
}

/// The belief of each player, then that of the drift.
fn normals(players: usize, beliefs: &[Belief], drift: f64) -> Result<Vec<Normal>, BeliefError> {
    if beliefs.len() != players {
        return Err(BeliefError::Count { beliefs: beliefs.len(), players });
    }
    let normal = |(player, belief): (usize, &Belief)| {
        let after = belief.after.map(|before| After { player: before.index(), drift: players });
        if after.is_some_and(|after| after.player >= player) {
            return Err(BeliefError::Order { player });
        }
        Ok(Normal { after, precision: precision(belief.deviation)? })
    };
    let drift = Normal { after: None, precision: precision(drift)? };
    beliefs.iter().enumerate().map(normal).chain([Ok(drift)]).collect()
}

fn precision(deviation: f64) -> Result<f64, BeliefError> {
    let in_nats = deviation / ELO_PER_NAT;
    let precision = 1.0 / (in_nats * in_nats);
    if deviation > 0.0 && precision.is_normal() {
        Ok(precision)
    } else {
        Err(BeliefError::Deviation(deviation))
    }
}

/// The average of a mixture and its deviation; weights add up to one.
fn mixed(parts: &[(f64, Estimate)]) -> Estimate {
    let value = parts.iter().map(|(weight, part)| weight * part.value).sum();
    let variance = |(weight, part): &(f64, Estimate)| {
        let off = part.value - value;
        part.deviation.map(|deviation| weight * (deviation * deviation + off * off))
    };
    let variance: Option<f64> = parts.iter().map(variance).sum();
    Estimate { value: round6(value), deviation: variance.map(|variance| round6(libm::sqrt(variance))) }
}

fn in_elo(strength: f64, deviation: Option<f64>) -> Estimate {
    let elo = |x: f64| round6(x * ELO_PER_NAT);
    Estimate { value: elo(strength), deviation: deviation.map(elo) }
}

impl Posterior {
    /// The posterior of the same results with other beliefs, found from this one: at less cost, and averaged over this
    /// one's errors.
    ///
    /// # Errors
    /// As [`posterior`].
    pub fn with(&self, table: &Table, beliefs: &[Belief], drift: f64) -> Result<Posterior, BeliefError> {
        if (self.players(), self.between.len()) != (table.players(), table.meetings().len()) {
            return posterior(table, beliefs, drift);
        }
        let beliefs = normals(table.players(), beliefs, drift)?;
        let fitting = Fitting { table, layout: Arc::new(Layout::new(&beliefs)), beliefs: &beliefs };
        Ok(fitting.around(self.clone()))
    }

    /// The posterior where it is unsure which of several holds, each with its weight: of all the same players. `None`
    /// without any, or if the weights do not add up to more than zero.
    ///
    /// # Panics
    /// If they are of different players.
    pub fn mixed(parts: &[(f64, Posterior)]) -> Option<Posterior> {
        let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
        let heaviest = parts.iter().max_by(|a, b| a.0.total_cmp(&b.0))?.1.clone();
        if !(total > 0.0 && total.is_finite()) {
            return None;
        }
        let mut point = vec![0.0; heaviest.point.len()];
        for (weight, part) in parts {
            for (sum, x) in point.iter_mut().zip(&part.point) {
                *sum += weight / total * x;
            }
        }
        let of_part = |(weight, part): &'_ (f64, Posterior)| {
            let shift = part.point.iter().zip(&point).map(|(own, mean)| own - mean).collect();
            Some((weight / total, part.covariance.clone()?, shift))
        };
        let covariance = parts.iter().map(of_part).collect::<Option<Vec<_>>>().and_then(Covariance::mixed);
        let estimate = |of: &dyn Fn(&Posterior) -> Option<Estimate>| {
            let each = parts.iter().map(|(weight, part)| Some((weight / total, of(part)?)));
            each.collect::<Option<Vec<_>>>().map(|parts| mixed(&parts))
        };
        let spread = |(weight, part): &(f64, Posterior)| weight / total * part.spread_of_pairs;
        Some(Posterior {
            point,
            covariance,
            spread_of_pairs: parts.iter().map(spread).sum(),
            drift: estimate(&|part| Some(part.drift))?,
            seat: estimate(&|part| Some(part.seat))?,
            draw: estimate(&|part| part.draw),
            ..heaviest
        })
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.point.len() - 3
    }

    /// All ratings on the scale on which the players `zero` have that average, with their standard errors relative to it.
    ///
    /// Games show differences alone. What the field's own place is unsure by is in no error.
    pub fn relative_to(&self, zero: &[Player], average: f64) -> Vec<Estimate> {
        let count = zero.len().max(1) as f64;
        let mean = zero.iter().map(|player| self.point[player.index()]).sum::<f64>() / count;
        let mut average_of = vec![0.0; self.point.len()];
        for player in zero {
            average_of[player.index()] += 1.0 / count;
        }
        let with_mean = self.covariance.as_ref().map(|covariance| covariance.with(&average_of));
        let shared = with_mean
            .as_ref()
            .map(|with_mean| zero.iter().map(|player| with_mean[player.index()]).sum::<f64>() / count);
        let estimate = |player: usize| {
            let parts = (self.covariance.as_ref(), with_mean.as_ref(), shared);
            let variance = match parts {
                (Some(covariance), Some(with_mean), Some(shared)) => {
                    Some(covariance.variance(player) - 2.0 * with_mean[player] + shared)
                }
                _ => None,
            };
            let rating =
                in_elo(self.point[player] - mean, variance.map(|variance| libm::sqrt(variance.max(0.0))));
            Estimate { value: round6(average + rating.value), ..rating }
        };
        (0..self.players()).map(estimate).collect()
    }

    /// By how much a player differs from what is believed of it: from the one before and the drift, or from the field.
    ///
    /// # Panics
    /// If it is no player of the table, or comes after one that is none.
    pub fn surprise(&self, player: Player, after: Option<Player>) -> Estimate {
        let drift = self.players();
        match after {
            None => self.combination(&[(player.index(), 1.0)]),
            Some(after) => self.combination(&[(player.index(), 1.0), (after.index(), -1.0), (drift, -1.0)]),
        }
    }

    /// A sum of parameters, each times a factor, in Elo.
    fn combination(&self, parts: &[(usize, f64)]) -> Estimate {
        let value = parts.iter().map(|&(at, factor)| factor * self.point[at]).sum();
        let variance = self.covariance.as_ref().map(|covariance| covariance.of_sum(parts));
        in_elo(value, variance.map(|variance| libm::sqrt(variance.max(0.0))))
    }

    /// By how much `a` is stronger than `b`, in Elo.
    ///
    /// # Panics
    /// If one of them is no player of the table.
    pub fn gap(&self, a: Player, b: Player) -> Estimate {
        if a == b {
            return in_elo(0.0, Some(0.0));
        }
        self.combination(&[(a.index(), 1.0), (b.index(), -1.0)])
    }

    /// Likelihood of superiority: the chance, given beliefs and results, that `a` is stronger than `b`. `None` of one and
    /// the same.
    ///
    /// # Panics
    /// If one of them is no player of the table.
    pub fn superiority(&self, a: Player, b: Player) -> Option<f64> {
        let Estimate { value, deviation } = self.gap(a, b);
        deviation.filter(|deviation| *deviation > 0.0).map(|deviation| round6(normal_cdf(value / deviation)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{MatchResult, Results, Score};

    fn table(players: usize, games: &[(usize, usize, Score, u32)]) -> Table {
        let mut matches = Vec::new();
        for &(first, second, score, times) in games {
            for _ in 0..times {
                // Each twice with seats swapped, so that the seat is worth nothing.
                matches.push(MatchResult::new(first, second, score));
                matches.push(MatchResult::new(second, first, score.reversed()));
            }
        }
        Table::counted(&Results::new(players, matches).unwrap())
    }

    const NEW: Belief = Belief { after: None, deviation: 350.0 };
    /// So near zero that it is none.
    const NO_DRIFT: f64 = 1e-3;

    fn after(player: u32, deviation: f64) -> Belief {
        Belief { after: Some(Player(player)), deviation }
    }

    fn close(estimate: Estimate, value: f64, deviation: f64) {
        let off = (estimate.value - value).abs().max((estimate.deviation.unwrap() - deviation).abs());
        assert!(off < 0.01, "{estimate:?}, and not {value} ± {deviation}");
    }

    #[test]
    fn before_a_game_everybody_is_where_they_are_believed_to_be() {
        let posterior = posterior(&table(2, &[]), &[NEW, after(0, 200.0)], NO_DRIFT).unwrap();
        close(posterior.surprise(Player(0), None), 0.0, 350.0);
        close(posterior.surprise(Player(1), None), 0.0, 350.0_f64.hypot(200.0));
        close(posterior.gap(Player(1), Player(0)), 0.0, 200.0);
    }

    #[test]
    fn a_new_version_starts_from_the_old_ones_rating_with_both_variances() {
        let games = [(0, 1, Score::Win, 30), (0, 1, Score::Loss, 10)];
        let posterior = posterior(&table(3, &games), &[NEW, NEW, after(0, 200.0)], NO_DRIFT).unwrap();
        let old = posterior.surprise(Player(0), None);
        close(posterior.surprise(Player(2), None), old.value, old.deviation.unwrap().hypot(200.0));
    }

    /// Against an opponent who is known to a hair: the mean and deviation of the posterior of one variable, summed up.
    #[test]
    fn belief_and_games_are_weighed_as_by_summing_up() {
        let games = [(0, 1, Score::Win, 9), (0, 1, Score::Loss, 3)];
        let known = Belief { after: None, deviation: 1e-3 };
        let posterior = posterior(&table(2, &games), &[NEW, known], NO_DRIFT).unwrap();
        let precision = (ELO_PER_NAT / 350.0).powi(2);
        let [mut mass, mut mean, mut square] = [0.0; 3];
        for step in -8_000_i32..8_000 {
            let x = f64::from(step) / 1000.0;
            let chance = 1.0 / (1.0 + (-x).exp());
            let density = (18.0 * chance.ln() + 6.0 * (1.0 - chance).ln() - precision * x * x / 2.0).exp();
            mass += density;
            mean += density * x;
            square += density * x * x;
        }
        let mean = mean / mass;
        let deviation = (square / mass - mean * mean).sqrt();
        let gap = posterior.gap(Player(0), Player(1));
        assert!((gap.value - mean * ELO_PER_NAT).abs() < 1.0, "{gap:?} {}", mean * ELO_PER_NAT);
        let share = gap.deviation.unwrap() / (deviation * ELO_PER_NAT);
        assert!((share - 1.0).abs() < 0.015, "{gap:?} {}", deviation * ELO_PER_NAT);
    }

    #[test]
    fn a_wide_belief_and_many_games_are_the_fit_of_the_games() {
        let games = [
            (0, 1, Score::Win, 900),
            (0, 1, Score::Loss, 300),
            (1, 2, Score::Draw, 600),
            (2, 0, Score::Win, 400),
        ];
        let table = table(3, &games);
        let wide = Belief { after: None, deviation: 1e4 };
        let posterior = posterior(&table, &[wide; 3], NO_DRIFT).unwrap();
        let fit = super::super::fit_table(&table, &super::super::Options::default());
        let everybody = [Player(0), Player(1), Player(2)];
        for (player, estimate) in posterior.relative_to(&everybody, 1500.0).into_iter().enumerate() {
            assert!(
                (estimate.value - fit.ratings[player]).abs() < 1.0,
                "{estimate:?} {}",
                fit.ratings[player]
            );
            let deviation = fit.deviations[player].unwrap();
            assert!((estimate.deviation.unwrap() / deviation - 1.0).abs() < 0.02, "{estimate:?} {deviation}");
        }
    }

    #[test]
    fn one_sided_results_have_a_place_and_an_error() {
        let posterior = posterior(&table(2, &[(0, 1, Score::Win, 50)]), &[NEW, NEW], NO_DRIFT).unwrap();
        let gap = posterior.gap(Player(0), Player(1));
        assert!(gap.value > 300.0 && gap.value < 1500.0 && gap.deviation.unwrap() > 100.0, "{gap:?}");
        assert!(posterior.superiority(Player(0), Player(1)).unwrap() > 0.99);
        assert_eq!(posterior.superiority(Player(0), Player(0)), None);
    }

    #[test]
    fn a_mixture_has_the_average_of_its_parts_and_what_they_differ_by() {
        let games = [(0, 1, Score::Win, 9), (0, 1, Score::Loss, 3), (2, 1, Score::Win, 5)];
        let table = table(4, &games);
        let believed = |deviation: f64| {
            let beliefs = [NEW, Belief { deviation, ..NEW }, NEW, after(2, deviation)];
            posterior(&table, &beliefs, 50.0).unwrap()
        };
        let parts = [(1.0, believed(30.0)), (3.0, believed(300.0))];
        let mixed = Posterior::mixed(&parts).unwrap();
        let mixture = |each: [Estimate; 2]| {
            let mean = (each[0].value + 3.0 * each[1].value) / 4.0;
            let square =
                |estimate: Estimate| (estimate.value - mean).powi(2) + estimate.deviation.unwrap().powi(2);
            (mean, ((square(each[0]) + 3.0 * square(each[1])) / 4.0).sqrt())
        };
        // Kept entries of the covariance, one that is solved for, and ratings relative to others.
        for [a, b] in [[1, 3], [3, 2], [0, 2], [0, 1]] {
            let (mean, deviation) = mixture(parts.each_ref().map(|(_, part)| part.gap(Player(a), Player(b))));
            close(mixed.gap(Player(a), Player(b)), mean, deviation);
        }
        let ratings = |posterior: &Posterior| posterior.relative_to(&[Player(0), Player(2)], 0.0)[1];
        let (mean, deviation) = mixture(parts.each_ref().map(|(_, part)| ratings(part)));
        close(ratings(&mixed), mean, deviation);
        let (mean, deviation) = mixture(parts.each_ref().map(|(_, part)| part.drift));
        close(mixed.drift, mean, deviation);
        assert!(Posterior::mixed(&[]).is_none());
        assert!(Posterior::mixed(&[(0.0, believed(30.0))]).is_none());
    }

    #[test]
    fn beliefs_that_say_nothing_are_refused() {
        let table = table(2, &[]);
        let check = |beliefs: &[Belief], drift: f64, error: BeliefError| {
            assert_eq!(posterior(&table, beliefs, drift).unwrap_err().to_string(), error.to_string());
        };
        check(&[NEW], 100.0, BeliefError::Count { beliefs: 1, players: 2 });
        check(&[NEW, after(1, 200.0)], 100.0, BeliefError::Order { player: 1 });
        for deviation in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300] {
            check(&[Belief { deviation, ..NEW }, NEW], 100.0, BeliefError::Deviation(deviation));
            check(&[NEW, NEW], deviation, BeliefError::Deviation(deviation));
        }
    }

    #[test]
    fn what_versions_gain_on_average_is_learnt_from_all_of_them() {
        // Four players, each with a next version, who each score three of four against a fifth that they were even with.
        let mut games = Vec::new();
        for player in 0..4 {
            games.extend([(player, 4, Score::Win, 40), (player, 4, Score::Loss, 40)]);
            games.extend([(5 + player, 4, Score::Win, 60), (5 + player, 4, Score::Loss, 20)]);
        }
        let next: Vec<Belief> = (0..4).map(|player| after(player, 60.0)).collect();
        let beliefs = [&[NEW; 5][..], &next, &[after(4, 60.0)]].concat();
        let posterior = posterior(&table(10, &games), &beliefs, 500.0).unwrap();
        assert!((posterior.drift.value - 180.0).abs() < 15.0, "{:?}", posterior.drift);
        // The fifth one's next version has not played.
        let unplayed = posterior.gap(Player(9), Player(4));
        assert!((unplayed.value - posterior.drift.value).abs() < 1e-6, "{unplayed:?}");
        assert!(unplayed.deviation.unwrap() > 60.0);
    }
}
