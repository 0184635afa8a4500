//! Inference after a sequential test has stopped, for a Brownian motion between two barriers.
//!
//! A test stops when results are extreme, so the interval for a sample of fixed size is too short and its estimate is
//! biased away from zero. A test ends at the upper barrier at some time, at a value between the barriers when pairs run
//! out, or at the lower barrier at some time. Ends are ordered by stages: reaching the upper barrier earlier is higher,
//! reaching the lower one earlier is lower. The probability of an end at least as high as the observed one increases
//! with the drift, so the drifts at which it is 2.5 %, 50 % and 97.5 % are an interval and a median-unbiased estimate.
//!
//! # Source
//! Siegmund, Estimation following sequential tests (1978), and Sequential Analysis (1985), 3.4, 3.5 and 10.2 (the shift
//! of the barriers); Borodin and Salminen, Handbook of Brownian Motion (2nd edition), 2, 1.15.8 and 3.0.6, for the
//! series.

use crate::scale::normal_cdf;

/// The mean overshoot of a sum of steps beyond a barrier, in standard deviations of a step. The barriers of the
/// Brownian motion are moved outwards by this amount.
const OVERSHOOT: f64 = 0.5826;
/// Number of standard deviations beyond which reflections are negligible.
const FAR: f64 = 10.0;
/// Maximum number of reflections, more than any test needs: the time would be hundreds of times the usual duration of a
/// test.
const MOST_REFLECTIONS: i32 = 200;

/// The end of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum StopBarrier {
    /// At or above the upper barrier.
    Upper,
    /// Between the barriers, at this value.
    Between(f64),
    /// At or below the lower barrier.
    Lower,
}

/// A sum of steps of unit variance that started at zero and ended between, or at, two barriers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped {
    /// The lower barrier, below zero.
    lower: f64,
    /// The upper barrier, above zero.
    upper: f64,
    steps: f64,
    end: StopBarrier,
}

impl Stopped {
    pub(crate) fn new([lower, upper]: [f64; 2], steps: f64, end: StopBarrier) -> Stopped {
        Stopped { lower: lower - OVERSHOOT, upper: upper + OVERSHOOT, steps, end }
    }

    /// Returns the probability of an end at least as high as this one, at a drift per step.
    pub(crate) fn chance_of_more(&self, drift: f64) -> f64 {
        let Stopped { lower, upper, steps, end } = *self;
        let chance = match end {
            StopBarrier::Upper => reaches(upper, lower, steps, drift),
            StopBarrier::Lower => 1.0 - reaches(-lower, -upper, steps, -drift),
            StopBarrier::Between(value) => {
                let value = value.clamp(lower, upper);
                reaches(upper, lower, steps, drift) + self.ends_above(value, drift)
            }
        };
        chance.clamp(0.0, 1.0)
    }

    /// Returns the deviate `z` for which the drift `(value - z √steps) / steps` gives a higher end the probability
    /// `chance`. It corresponds to the normal deviate of a sample of fixed size.
    pub(crate) fn deviate(&self, value: f64, chance: f64) -> f64 {
        let root = libm::sqrt(self.steps);
        // The probability decreases as the deviate increases.
        let (mut low, mut high) = (-FAR, FAR);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if self.chance_of_more((value / root - middle) / root) > chance {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }

    /// Returns the probability of staying between the barriers and ending above a value.
    fn ends_above(&self, value: f64, drift: f64) -> f64 {
        let Stopped { lower, upper, steps, .. } = *self;
        let root = libm::sqrt(steps);
        let between = |mean: f64| {
            let [from, to] = [value, upper].map(|x| (x - mean - drift * steps) / root);
            // Of two pairs of tails whose difference nearly cancels, the shorter ones.
            let [from, to] = if from + to < 0.0 { [-to, -from] } else { [from, to] };
            shifted(drift * mean, from) - shifted(drift * mean, to)
        };
        let width = upper - lower;
        reflections(|k| {
            let image = 2.0 * f64::from(k) * width;
            let mirrored = 2.0 * upper + image;
            (between(image) - between(mirrored), image.abs().min(mirrored.abs()) / root)
        })
    }
}

/// Returns the probability that a motion from zero reaches `barrier` before `other` and within `time`. The barrier is
/// above zero, the other below.
fn reaches(barrier: f64, other: f64, time: f64, drift: f64) -> f64 {
    let root = libm::sqrt(time);
    reflections(|k| {
        let image = barrier + 2.0 * f64::from(k) * (barrier - other);
        let far = image.abs();
        let passes = shifted(drift * (barrier - far), (far - drift * time) / root)
            + shifted(drift * (barrier + far), (far + drift * time) / root);
        (image.signum() * passes, far / root)
    })
}

/// Returns the sum over all reflections, from the nearest on. Each term comes with the distance of its image.
fn reflections(term: impl Fn(i32) -> (f64, f64)) -> f64 {
    let mut total = term(0).0;
    for k in 1..MOST_REFLECTIONS {
        let (one, other) = (term(k), term(-k));
        total += one.0 + other.0;
        if one.1.min(other.1) > FAR {
            break;
        }
    }
    total
}

/// Returns `exp(x)` times the probability that a normal variable is above `z`.
fn shifted(x: f64, z: f64) -> f64 {
    if z < 30.0 {
        return libm::exp(x) * normal_cdf(-z);
    }
    // Mills' ratio: the factors leave the range of numbers long before the product does.
    libm::exp(x - z * z / 2.0) / (z * libm::sqrt(std::f64::consts::TAU))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEAR: f64 = 1e-9;

    fn chance(end: StopBarrier, steps: f64, drift: f64) -> f64 {
        Stopped { lower: -3.0, upper: 5.0, steps, end }.chance_of_more(drift)
    }

    /// Karlin and Taylor, A First Course in Stochastic Processes (2nd edition), 7.5.
    #[test]
    fn which_barrier_is_reached_first_is_walds_chance() {
        for drift in [-0.7, -0.1, 0.05, 0.4] {
            let expected = (1.0 - (2.0 * drift * 3.0_f64).exp())
                / ((-2.0 * drift * 5.0_f64).exp() - (2.0 * drift * 3.0_f64).exp());
            let found = chance(StopBarrier::Upper, 1e4, drift);
            assert!((found - expected).abs() < 1e-6, "{drift}: {found} {expected}");
        }
        assert!((chance(StopBarrier::Upper, 1e4, 0.0) - 3.0 / 8.0).abs() < 1e-6);
    }

    #[test]
    fn one_far_barrier_is_the_formula_for_one() {
        let stopped = Stopped { lower: -1e3, upper: 5.0, steps: 20.0, end: StopBarrier::Upper };
        for drift in [-0.3, 0.0, 0.2] {
            let root = 20.0_f64.sqrt();
            let expected = normal_cdf((drift * 20.0 - 5.0) / root)
                + (2.0 * drift * 5.0_f64).exp() * normal_cdf((-drift * 20.0 - 5.0) / root);
            assert!((stopped.chance_of_more(drift) - expected).abs() < NEAR);
        }
    }

    #[test]
    fn all_ends_together_are_certain() {
        for (drift, steps) in [(0.0, 1.0), (0.3, 10.0), (-0.2, 40.0), (0.01, 200.0)] {
            let lowest = chance(StopBarrier::Between(-3.0), steps, drift);
            let lower = 1.0 - chance(StopBarrier::Lower, steps, drift);
            // Below the lowest value between the barriers, only the lower barrier remains, reached at any time so far.
            let reached = reaches(3.0, -5.0, steps, -drift);
            assert!(
                (lowest + reached - 1.0).abs() < 1e-6 && (lower - reached).abs() < NEAR,
                "{drift} {steps}"
            );
        }
    }

    #[test]
    fn without_barriers_near_by_nothing_is_corrected() {
        let stopped = Stopped::new([-1e4, 1e4], 100.0, StopBarrier::Between(7.0));
        assert!((stopped.deviate(7.0, 0.025) - crate::scale::Z95).abs() < 1e-6);
        assert!(stopped.deviate(7.0, 0.5).abs() < 1e-6);
    }

    #[test]
    fn extreme_drifts_are_no_nan() {
        for end in [StopBarrier::Upper, StopBarrier::Lower, StopBarrier::Between(0.5)] {
            for steps in [1.0, 300.0, 1e7] {
                for drift in [-50.0, -1e-6, 0.0, 1.0, 50.0] {
                    let found = chance(end, steps, drift);
                    assert!((0.0..=1.0).contains(&found), "{end:?} {steps} {drift}: {found}");
                }
            }
        }
    }
}
