//! The search for the normal distribution that is nearest to what beliefs and matches say.

use std::cell::OnceCell;
use std::sync::Arc;

use super::{Posterior, in_elo};
use crate::bradley_terry::Estimate;
use crate::bradley_terry::covariance::{Covariance, Layout};
use crate::bradley_terry::likelihood::{Chances, DrawTerm, Information, Likelihood, Normal};
use crate::bradley_terry::newton;
use crate::scale::round6;
use crate::table::{Meeting, Meetings, Table};

/// Virtual games of the seat and of draws, of each kind, so that both are finite whatever the results.
const VIRTUAL_GAMES: f64 = 1.0;

/// As many pairs of games from one opening count as independent games would differ, whatever the others show.
const PAIRS_AT_FIRST: f64 = 50.0;

/// What is the same however often it is fitted.
pub(super) struct Fitting<'a> {
    table: &'a Table,
    beliefs: &'a [Normal],
    layout: Arc<Layout>,
}

impl<'a> Fitting<'a> {
    pub(super) fn new(table: &'a Table, beliefs: &'a [Normal]) -> Fitting<'a> {
        Fitting { table, layout: Arc::new(Layout::new(beliefs)), beliefs }
    }

    /// The maximum of the likelihood, each meeting looked at as it is.
    pub(super) fn at_maximum(&self) -> Posterior {
        self.normal(&Points::exact(self.table.meetings()), None)
    }

    /// The maximum of the likelihood averaged over the errors of a posterior of the same meetings.
    pub(super) fn around(&self, near: Posterior) -> Posterior {
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

/// Where meetings are looked at: each once as it is, or three times around it with a share of its matches.
struct Points {
    meetings: Vec<Meeting>,
    shifts: Vec<f64>,
    shares: Vec<f64>,
}

impl Points {
    fn exact(meetings: Meetings<'_>) -> Points {
        Points { meetings: meetings.collect(), shifts: Vec::new(), shares: Vec::new() }
    }

    fn around(meetings: Meetings<'_>, near: &Posterior) -> Points {
        let mut points = Points { meetings: Vec::new(), shifts: Vec::new(), shares: Vec::new() };
        for (meeting, variance) in meetings.zip(&near.between) {
            let weight = weight(&meeting, near.spread_of_pairs);
            for (shift, share) in around_zero(*variance) {
                points.meetings.push(meeting);
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
fn spread_of_pairs(meetings: Meetings<'_>, point: &[f64], nu: f64, seat: f64, between: &[f64]) -> f64 {
    const STATISTIC: [f64; 3] = [0.5, 0.0, -0.5];
    let (mut found, mut expected, mut pairs) = (0.0, 0.0, 0.0);
    for (meeting, variance) in meetings.zip(between).filter(|(meeting, _)| meeting.paired() > 0) {
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
