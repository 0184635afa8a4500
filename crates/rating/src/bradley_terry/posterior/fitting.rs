//! The search for the normal approximation of the posterior.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Posterior, in_elo};
use crate::bradley_terry::Estimate;
use crate::bradley_terry::covariance::{Covariance, Layout};
use crate::bradley_terry::likelihood::{Chances, DrawTerm, Information, Likelihood, Normal};
use crate::bradley_terry::newton;
use crate::scale::{ELO_PER_NAT, normal_cdf, round6};
use crate::table::{Meeting, Meetings, Table};

/// Number of virtual games of each kind for the seat and for draws, which keep both finite for any results.
const VIRTUAL_GAMES: f64 = 1.0;

/// The prior weight of the variance of independent games, in pairs from one opening.
const PAIRS_AT_FIRST: f64 = 50.0;

/// The parts that all fits share.
pub(super) struct Fitting<'a> {
    table: &'a Table,
    beliefs: &'a [Normal],
    layout: Arc<Layout>,
    /// The first player in each player's chain.
    roots: Vec<usize>,
    /// The prior scale of the dependence on the opponent, as a variance.
    opponents: f64,
}

impl<'a> Fitting<'a> {
    pub(super) fn new(table: &'a Table, beliefs: &'a [Normal], opponents: f64) -> Fitting<'a> {
        let opponents = (opponents / ELO_PER_NAT) * (opponents / ELO_PER_NAT);
        let mut roots: Vec<usize> = (0..table.players()).collect();
        for (player, belief) in beliefs.iter().enumerate() {
            if let Some(after) = belief.after {
                roots[player] = roots[after.player];
            }
        }
        Fitting { table, layout: Arc::new(Layout::new(beliefs)), beliefs, roots, opponents }
    }

    /// Returns the maximum of the plain likelihood.
    pub(super) fn at_maximum(&self) -> Posterior {
        self.normal(&Points::exact(self.table.meetings()), None)
    }

    /// Returns the maximum of the likelihood averaged over the errors of a posterior of the same meetings.
    pub(super) fn around(&self, near: Posterior) -> Posterior {
        if near.covariance.is_none() {
            return near;
        }
        self.normal(&self.points_around(&near), Some(near.point))
    }

    /// Returns each meeting at three points around a posterior, with a share of its matches at each.
    ///
    /// The dependence on the opponent limits the information of all meetings with the versions of one opponent. The
    /// uncertainty about the two players' own difference that remains after these meetings is included in the
    /// averaging: at a given difference of strengths, expected scores are closer to even.
    fn points_around(&self, near: &Posterior) -> Points {
        let found = near.found();
        let alike = |meeting: &Meeting| weight(meeting, near.spread_of_pairs);
        let mut against: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for (meeting, variance) in self.table.meetings().zip(&near.between) {
            let information = alike(&meeting) * found.information(&meeting, *variance);
            for end in self.ends_with_opponents(&meeting) {
                *against.entry(end).or_default() += information;
            }
        }
        let mut points = Points { meetings: Vec::new(), shifts: Vec::new(), shares: Vec::new() };
        for (meeting, variance) in self.table.meetings().zip(&near.between) {
            let [one, other] = self.ends_with_opponents(&meeting).map(|end| against[&end]);
            let excess = 1.0 + one.max(other) * near.between_opponents;
            let weight = alike(&meeting) / excess;
            for (shift, share) in around_zero(*variance + near.between_opponents / excess) {
                points.meetings.push(meeting);
                points.shifts.push(shift);
                points.shares.push(share * weight);
            }
        }
        points
    }

    /// Returns each player of a meeting with the first version of its opponent.
    fn ends_with_opponents(&self, meeting: &Meeting) -> [(usize, usize); 2] {
        let (low, high) = (meeting.low.index(), meeting.high.index());
        [(low, self.roots[high]), (high, self.roots[low])]
    }

    /// Returns the maximum and the inverse of the information there; `near` is an optional starting point.
    fn normal(&self, points: &Points, near: Option<Vec<f64>>) -> Posterior {
        let Fitting { table, beliefs, layout, roots, opponents } = self;
        // The drift is an additional strength that never plays.
        let (involved, given) = (vec![true; beliefs.len()], vec![None; beliefs.len()]);
        let drawn = table.meetings().any(|meeting| meeting.score().draws > 0);
        let likelihood = Likelihood {
            meetings: Meetings::listed(&points.meetings),
            ends: OnceCell::new(),
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
        // A converged search ends at the point where its last step was solved.
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
            table.meetings().map(|meeting| (meeting.low.index(), meeting.high.index())).collect();
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
        let found =
            FittedPosterior { point: &maximum.point, nu, seat: maximum.point[seat], between: &between };
        let spread_of_pairs = found.spread_of_pairs(table.meetings());
        Posterior {
            between_opponents: found.between_opponents(table.meetings(), roots, *opponents, spread_of_pairs),
            spread_of_pairs,
            drift: in_elo(maximum.point[drift], deviation(drift)),
            seat: in_elo(maximum.point[seat], deviation(seat)),
            draw: drawn.then(|| Estimate {
                value: round6(chance),
                // The derivative of the probability by the log of the parameter is p (1 - p).
                deviation: deviation(draw).map(|d| round6(d * chance * (1.0 - chance))),
            }),
            point: maximum.point,
            covariance,
            between,
        }
    }
}

/// The points at which meetings are evaluated: each meeting once as it is, or at three points around it with a share of
/// its matches.
struct Points {
    meetings: Vec<Meeting>,
    shifts: Vec<f64>,
    shares: Vec<f64>,
}

impl Points {
    fn exact(meetings: Meetings<'_>) -> Points {
        Points { meetings: meetings.collect(), shifts: Vec::new(), shares: Vec::new() }
    }
}

/// Returns three points with their weights, which approximate a normal distribution around zero.
fn around_zero(variance: f64) -> [(f64, f64); 3] {
    let reach = libm::sqrt(3.0 * variance.max(0.0));
    [(-reach, 1.0 / 6.0), (0.0, 2.0 / 3.0), (reach, 1.0 / 6.0)]
}

/// Returns the average weight of a meeting's matches, given the weight of those in pairs.
fn weight(meeting: &Meeting, spread_of_pairs: f64) -> f64 {
    let (games, paired) = (f64::from(meeting.games()), f64::from(2 * meeting.paired()));
    (paired / spread_of_pairs + (games - paired)) / games
}

/// The end of a fit.
pub(super) struct FittedPosterior<'a> {
    pub(super) point: &'a [f64],
    pub(super) nu: f64,
    pub(super) seat: f64,
    /// The variances of the differences, by meeting.
    pub(super) between: &'a [f64],
}

impl FittedPosterior<'_> {
    /// Returns the outcome probabilities from both seats at three points of the difference between two players, each
    /// with its weight.
    fn legs(&self, meeting: &Meeting, variance: f64) -> [(f64, [Chances; 2]); 3] {
        let gap = self.point[meeting.low.index()] - self.point[meeting.high.index()];
        around_zero(variance).map(|(shift, share)| {
            (share, [gap + shift, -gap - shift].map(|gap| Chances::at(gap + self.seat, self.nu)))
        })
    }

    /// Returns the Fisher information of a meeting's games about the difference of its players.
    fn information(&self, meeting: &Meeting, variance: f64) -> f64 {
        let [low, high] = [&meeting.low_first, &meeting.high_first].map(|tally| f64::from(tally.games()));
        let legs = self.legs(meeting, variance).into_iter();
        legs.map(|(share, [one, other])| share * (low * one.variance() + high * other.variance())).sum()
    }

    /// Returns the extent to which strengths depend on the opponent, as a variance: the excess variation of the
    /// differences between the versions of two players over the prediction from all other games.
    ///
    /// Uses Pearson's statistic over every two players who met, with a half-normal prior, since few games carry little
    /// information.
    ///
    /// # Source
    /// `DerSimonian` and Laird, Meta-analysis in clinical trials (1986), for the estimate by moments.
    fn between_opponents(
        &self,
        meetings: Meetings<'_>,
        roots: &[usize],
        believed: f64,
        spread_of_pairs: f64,
    ) -> f64 {
        if believed == 0.0 {
            return 0.0;
        }
        let mut every_two: BTreeMap<(usize, usize), Residual> = BTreeMap::new();
        for (meeting, variance) in meetings.zip(self.between) {
            let (one, other) = (roots[meeting.low.index()], roots[meeting.high.index()]);
            let sign = if one < other { 1.0 } else { -1.0 };
            let two = every_two.entry((one.min(other), one.max(other))).or_default();
            two.add(&self.residual(&meeting, *variance, spread_of_pairs), sign);
        }
        let (mut excess, mut information) = (0.0, 0.0);
        let count = every_two.len() as f64;
        let players: BTreeSet<usize> = every_two.keys().flat_map(|&(one, other)| [one, other]).collect();
        // The players' strengths explain all but one of the differences; with two players, they explain all.
        let beyond = ((count + 1.0 - players.len() as f64) / count).max(0.0);
        for two in every_two.into_values() {
            excess += two.excess();
            information += two.unfitted() * two.information * two.information / two.expected;
        }
        if information <= 0.0 {
            return 0.0;
        }
        let (found, error) = (excess / information, libm::sqrt(2.0 * count) / information);
        let precision = 1.0 / (error * error) + 1.0 / (believed * believed);
        let (mean, deviation) = (found / (error * error) / precision, 1.0 / libm::sqrt(precision));
        beyond * mean_above_zero(mean, deviation)
    }

    fn residual(&self, meeting: &Meeting, variance: f64, spread_of_pairs: f64) -> Residual {
        let [low, high] = [&meeting.low_first, &meeting.high_first].map(|tally| f64::from(tally.games()));
        let (mut mean, mut information) = (0.0, 0.0);
        for (share, [one, other]) in self.legs(meeting, variance) {
            mean += share * (low * one.mean() - high * other.mean());
            information += share * (low * one.variance() + high * other.variance());
        }
        let score = meeting.score();
        Residual {
            sum: (f64::from(score.wins) - f64::from(score.losses)) / 2.0 - mean,
            expected: information / weight(meeting, spread_of_pairs),
            information,
            fitted: information * information * variance,
        }
    }

    /// Returns the variance of the scores of pairs, as a share of the variance of independent games.
    ///
    /// Around the fitted strengths, the scores vary less than around the true ones.
    ///
    /// # Source
    /// `McCullagh` and Nelder, Generalized Linear Models (2nd edition), 4.5.2: the dispersion from Pearson's statistic.
    fn spread_of_pairs(&self, meetings: Meetings<'_>) -> f64 {
        const STATISTIC: [f64; 3] = [0.5, 0.0, -0.5];
        let (mut found, mut expected, mut pairs) = (0.0, 0.0, 0.0);
        for (meeting, variance) in meetings.zip(self.between).filter(|(meeting, _)| meeting.paired() > 0) {
            let (mut mean, mut information) = (0.0, 0.0);
            for (share, [low, high]) in self.legs(&meeting, *variance) {
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
}

/// The points in excess of the expected ones, between two players who met.
#[derive(Default)]
struct Residual {
    sum: f64,
    /// Its variance if strengths did not depend on the opponent.
    expected: f64,
    information: f64,
    /// The reduction of its variance around the fit.
    fitted: f64,
}

impl Residual {
    fn add(&mut self, other: &Residual, sign: f64) {
        self.sum += sign * other.sum;
        self.expected += other.expected;
        self.information += other.information;
        self.fitted += other.fitted;
    }

    /// Returns the share of a deviation from the other games that the fit does not follow.
    fn unfitted(&self) -> f64 {
        (1.0 - self.fitted / self.information).max(0.1)
    }

    fn excess(&self) -> f64 {
        (self.sum * self.sum + self.fitted) / self.expected - 1.0
    }
}

/// Returns the mean of a normal variable truncated to positive values.
fn mean_above_zero(mean: f64, deviation: f64) -> f64 {
    let z = mean / deviation;
    if z < -8.0 {
        return -deviation / z;
    }
    let density = libm::exp(-z * z / 2.0) / libm::sqrt(std::f64::consts::TAU);
    mean + deviation * density / normal_cdf(z)
}
