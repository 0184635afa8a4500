//! Equally likely points that represent the posterior of a fit's hyperparameters.

use rating::bradley_terry::{Estimate, Posterior};
use rating::results::Player;
use rating::scale::normal_quantile;
use tournament::{RunSeed, StageSeed};

use crate::strength_scales::{Beliefs, FREEDOM, Sides};

/// Number of points per row.
const SIDE: usize = 3;
/// Number of points.
pub(crate) const POINTS: usize = SIDE * SIDE;

/// Returns points around zero, which represent two variables. Each variable is normal below zero and above with the
/// errors there. The points are a Latin hypercube, rotated so that the variables are uncorrelated.
pub(crate) fn of_logarithms(errors: [Sides; 2]) -> [[f64; 2]; POINTS] {
    std::array::from_fn(|at| {
        let (row, column) = (at / SIDE, at % SIDE);
        let ranks = [SIDE * row + column, SIDE * column + (SIDE - 1 - row)];
        [0, 1].map(|of| quantile(errors[of], ranks[of]))
    })
}

/// Returns the middle of one of equally likely parts of two half-normal distributions.
fn quantile(Sides { below, above }: Sides, rank: usize) -> f64 {
    let chance = |rank: usize| (rank as f64 + 0.5) / POINTS as f64;
    // The middles of the parts vary less than the distribution, which is corrected here.
    let middles = (0..POINTS).map(|rank| normal_quantile(chance(rank)));
    let squares = middles.map(|middle| middle * middle).sum::<f64>();
    let unit = libm::sqrt(POINTS as f64 / squares);
    let mass = chance(rank) * (below + above);
    if mass < below {
        unit * below * normal_quantile(mass / (2.0 * below))
    } else {
        unit * above * normal_quantile(0.5 + (mass - below) / (2.0 * above))
    }
}

/// Returns the relative precision of each version's prior at each point: equally likely values given its estimate, in
/// an order of its own.
pub(crate) fn of_shapes(
    posterior: &Posterior,
    before: &[Option<Player>],
    believed: &Beliefs<'_>,
) -> Vec<[f64; POINTS]> {
    let mut lots = StageSeed::new(RunSeed::from(0), 0).dice("precisions");
    let of_version = |(version, before): (usize, &Option<Player>)| {
        let found = posterior.surprise(Player::from(version), *before);
        let games = GameLikelihood::new(
            found,
            believed.deviation(version, *before),
            believed.deviations.for_version(*before),
        );
        let mut own = games.shapes();
        lots.shuffle(&mut own);
        own
    };
    before.iter().enumerate().map(of_version).collect()
}

/// The information of the games alone about a version's deviation from its prior mean, in units of the prior scale: a
/// normal likelihood.
///
/// # Source
/// The cavity of expectation propagation: Minka, Expectation Propagation for approximate Bayesian inference (2001).
#[derive(Clone, Copy)]
struct GameLikelihood {
    precision: f64,
    /// Precision times mean.
    pull: f64,
}

impl GameLikelihood {
    /// Returns the likelihood of the games, given the posterior with a normal prior of that deviation.
    fn new(found: Estimate, believed: f64, scale: f64) -> GameLikelihood {
        let deviation = found.deviation.unwrap_or(believed);
        let [found_precision, believed_precision] = [deviation, believed].map(|x| (scale / x) * (scale / x));
        GameLikelihood {
            precision: (found_precision - believed_precision).max(0.0),
            pull: found.value / scale * found_precision,
        }
    }

    /// Returns equally likely shapes. Each is the average, as a variance, of its part of the distribution.
    fn shapes(self) -> [f64; POINTS] {
        /// The logarithms of shapes in the sum: from a deviation of twenty scales to a quarter of one.
        const FROM: f64 = -6.0;
        const STEPS: usize = 120;
        const STEP: f64 = 0.075;
        let logarithms: [f64; STEPS] = std::array::from_fn(|step| FROM + STEP * step as f64);
        let chances = logarithms.map(|logarithm| self.log_chance(logarithm));
        let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let chances = chances.map(|chance| libm::exp(chance - most));
        let part = chances.iter().sum::<f64>() / POINTS as f64;
        let mut variances = [0.0; POINTS];
        let (mut at, mut room) = (0, part);
        for (logarithm, mut chance) in logarithms.into_iter().zip(chances) {
            let variance = libm::exp(-logarithm);
            while chance > room && at + 1 < POINTS {
                variances[at] += room * variance;
                chance -= room;
                (at, room) = (at + 1, part);
            }
            variances[at] += chance * variance;
            room -= chance;
        }
        variances.map(|sum| part / sum)
    }

    /// Returns the log probability of a shape's logarithm, by Student's t and the games.
    fn log_chance(self, logarithm: f64) -> f64 {
        let shape = libm::exp(logarithm);
        let about = shape + self.precision;
        let twice =
            FREEDOM * (logarithm - shape) + logarithm - libm::log(about) + self.pull * self.pull / about;
        twice / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(of: impl ExactSizeIterator<Item = f64>) -> f64 {
        let count = of.len() as f64;
        of.sum::<f64>() / count
    }

    #[test]
    fn points_stand_for_what_they_are_drawn_from() {
        let points = of_logarithms([Sides::even(0.5), Sides::even(2.0)]);
        let sums = [
            mean(points.iter().map(|[x, _]| *x)),
            mean(points.iter().map(|[x, _]| x * x)),
            mean(points.iter().map(|[_, y]| y * y)),
            mean(points.iter().map(|[x, y]| x * y)),
        ];
        for (found, expected) in sums.iter().zip([0.0, 0.25, 4.0, 0.0]) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn what_is_less_sure_below_has_more_points_there() {
        let points = of_logarithms([Sides { below: 2.0, above: 1.0 }, Sides::even(1.0)]);
        let below = points.iter().filter(|[x, _]| *x < 0.0).count();
        assert_eq!(below, 6, "two thirds of nine: {points:?}");
    }

    /// Before its games, the deviation of a version from its prior mean follows Student's t: with four degrees of
    /// freedom, the variance is twice the square of the scale.
    #[test]
    fn without_games_shapes_are_those_of_students_t() {
        let unplayed = Estimate { value: 0.0, deviation: Some(90.0) };
        let shapes = GameLikelihood::new(unplayed, 90.0, 120.0).shapes();
        let variance = mean(shapes.iter().map(|shape| 1.0 / shape));
        assert!((variance - 2.0).abs() < 0.05, "{variance}");
        assert!((mean(shapes.iter().copied()) - 1.0).abs() < 0.05, "{shapes:?}");
    }

    #[test]
    fn a_version_found_far_off_is_believed_to_be_anywhere() {
        let shapes = |value: f64| {
            GameLikelihood::new(Estimate { value, deviation: Some(10.0) }, 100.0, 100.0).shapes()
        };
        let [near, far] = [0.0, 600.0].map(|value| mean(shapes(value).into_iter()));
        assert!(near > 1.0 && far < 0.2, "{near} {far}");
    }
}
