//! Equally likely points that stand for all that is likely of what a fit takes as given.

use rating::bradley_terry::{Estimate, Posterior};
use rating::results::Player;
use rating::scale::normal_quantile;
use tournament::{RunSeed, StageSeed};

use crate::scales::{Beliefs, FREEDOM, Sides};

/// How many there are in a row.
const SIDE: usize = 3;
/// How many there are.
pub(crate) const POINTS: usize = SIDE * SIDE;

/// Points around zero, which stand for two variables, each normal below zero and above with the errors there: a Latin
/// hypercube, turned so that the two have nothing to do with one another.
pub(crate) fn of_logarithms(errors: [Sides; 2]) -> [[f64; 2]; POINTS] {
    std::array::from_fn(|at| {
        let (row, column) = (at / SIDE, at % SIDE);
        let ranks = [SIDE * row + column, SIDE * column + (SIDE - 1 - row)];
        [0, 1].map(|of| quantile(errors[of], ranks[of]))
    })
}

/// The middle of one of equally likely parts of two halves of normal distributions.
fn quantile(Sides { below, above }: Sides, rank: usize) -> f64 {
    let chance = |rank: usize| (rank as f64 + 0.5) / POINTS as f64;
    // Middles of parts vary by less than what they stand for.
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

/// For each version, how many times more precise the belief about it is than about others at each point: equally likely
/// values, given where it was found to be, in an order of its own.
pub(crate) fn of_shapes(
    posterior: &Posterior,
    before: &[Option<Player>],
    believed: &Beliefs<'_>,
) -> Vec<[f64; POINTS]> {
    let mut lots = StageSeed::new(RunSeed::from(0), 0).dice("precisions");
    let of_version = |(version, before): (usize, &Option<Player>)| {
        let found = posterior.surprise(Player::from(version), *before);
        let games = Games::of(found, believed.deviation(version, *before), believed.deviations.of(*before));
        let mut own = games.shapes();
        lots.shuffle(&mut own);
        own
    };
    before.iter().enumerate().map(of_version).collect()
}

/// What games alone say about how far a version is from where it is believed to be, in units of the scale of that: a normal
/// likelihood.
///
/// # Source
/// The cavity of expectation propagation: Minka, Expectation Propagation for approximate Bayesian inference (2001).
#[derive(Clone, Copy)]
struct Games {
    precision: f64,
    /// Precision times mean.
    pull: f64,
}

impl Games {
    /// From what was found with a normal belief of that deviation.
    fn of(found: Estimate, believed: f64, scale: f64) -> Games {
        let deviation = found.deviation.unwrap_or(believed);
        let [found_precision, believed_precision] = [deviation, believed].map(|x| (scale / x) * (scale / x));
        Games {
            precision: (found_precision - believed_precision).max(0.0),
            pull: found.value / scale * found_precision,
        }
    }

    /// Equally likely shapes: each the average, as a variance, of its part of the distribution.
    fn shapes(self) -> [f64; POINTS] {
        /// The logarithms of shapes that are summed over: from a deviation of twenty scales to a quarter of one.
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

    /// Of the logarithm of a shape, by Student's t and games.
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

    /// A version that has not played is as far from where it is believed to be as Student's t says: of four degrees of
    /// freedom, the variance is twice the scale's square.
    #[test]
    fn without_games_shapes_are_those_of_students_t() {
        let unplayed = Estimate { value: 0.0, deviation: Some(90.0) };
        let shapes = Games::of(unplayed, 90.0, 120.0).shapes();
        let variance = mean(shapes.iter().map(|shape| 1.0 / shape));
        assert!((variance - 2.0).abs() < 0.05, "{variance}");
        assert!((mean(shapes.iter().copied()) - 1.0).abs() < 0.05, "{shapes:?}");
    }

    #[test]
    fn a_version_found_far_off_is_believed_to_be_anywhere() {
        let shapes = |value: f64| Games::of(Estimate { value, deviation: Some(10.0) }, 100.0, 100.0).shapes();
        let [near, far] = [0.0, 600.0].map(|value| mean(shapes(value).into_iter()));
        assert!(near > 1.0 && far < 0.2, "{near} {far}");
    }
}
