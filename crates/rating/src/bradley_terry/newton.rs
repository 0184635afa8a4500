//! Newton's method on the log-likelihood, which is concave. Each step is solved by conjugate gradients.

use super::likelihood::{Information, Likelihood, Slope};

/// Maximum number of steps, more than any likelihood with a maximum has needed.
const MOST_STEPS: usize = 100;
/// A step below this (in natural units; 1.7e-7 Elo) ends the search.
const LEAST_STEP: f64 = 1e-9;
/// The residual reduction at which a step's solution ends; the next step corrects the rest.
const RESIDUAL: f64 = 1e-5;
/// Maximum step length, which limits overshooting in flat regions.
const LONGEST_STEP: f64 = 8.0;

/// The end of the search.
pub(super) struct Maximum {
    pub(super) point: Vec<f64>,
    pub(super) slope: Slope,
    pub(super) steps: usize,
    /// `true` if the last step was small; `false` if the likelihood increases without bound.
    pub(super) converged: bool,
}

/// Climbs from equal strengths to the maximum.
///
/// # Source
/// Nocedal and Wright, Numerical Optimization (2nd edition): line search Newton-CG, algorithm 7.1.
pub(super) fn maximum(likelihood: &Likelihood<'_>) -> Maximum {
    climb_from(likelihood, likelihood.start(), &mut solve)
}

/// Climbs from a point to the maximum. `solve` finds the step for an information matrix and a gradient.
pub(super) fn climb_from(
    likelihood: &Likelihood<'_>,
    mut point: Vec<f64>,
    solve: &mut dyn FnMut(&Information, &[f64]) -> Vec<f64>,
) -> Maximum {
    let mut slope = likelihood.slope(&point);
    for steps in 0..MOST_STEPS {
        // Along a flat direction, the rounding error of the gradient would be divided by a curvature of zero.
        let mut gradient = slope.gradient.clone();
        centre(likelihood, &mut gradient);
        let mut step = solve(&slope.information, &gradient);
        centre(likelihood, &mut step);
        let length = longest(&step);
        if length < LEAST_STEP {
            return Maximum { point, slope, steps, converged: true };
        }
        if length > LONGEST_STEP {
            for x in &mut step {
                *x *= LONGEST_STEP / length;
            }
        }
        let Some((next, next_slope)) = climb(likelihood, &point, &slope, &step) else {
            // No point along the step is higher: either rounding noise around the maximum, or no maximum.
            return Maximum { point, slope, steps, converged: length < 1e-6 };
        };
        (point, slope) = (next, next_slope);
    }
    Maximum { point, slope, steps: MOST_STEPS, converged: false }
}

fn longest(step: &[f64]) -> f64 {
    step.iter().fold(0.0, |longest: f64, x| longest.max(x.abs()))
}

/// Returns the first point, at the full step, its half, its quarter and so on, that does not lead down.
fn climb(
    likelihood: &Likelihood<'_>,
    point: &[f64],
    slope: &Slope,
    step: &[f64],
) -> Option<(Vec<f64>, Slope)> {
    let least = slope.log_likelihood - 1e-13 * slope.log_likelihood.abs();
    let mut part = 1.0;
    for _ in 0..30 {
        let next: Vec<f64> = point.iter().zip(step).map(|(x, step)| x + part * step).collect();
        let next_slope = likelihood.slope(&next);
        if next_slope.log_likelihood >= least {
            return Some((next, next_slope));
        }
        part /= 2.0;
    }
    None
}

/// Makes the average of strengths zero if only their differences matter.
fn centre(likelihood: &Likelihood<'_>, step: &mut [f64]) {
    if !likelihood.is_floating() {
        return;
    }
    let involved = likelihood.involved.iter().filter(|involved| **involved).count();
    let total: f64 = step[..likelihood.players()].iter().sum();
    for (x, _) in step.iter_mut().zip(likelihood.involved).filter(|(_, involved)| **involved) {
        *x -= total / involved as f64;
    }
}

/// Returns the `x` with `information x = gradient`, by conjugate gradients scaled by the diagonal.
///
/// The matrix may be singular in the direction that moves all strengths alike, in which the gradient is zero.
///
/// # Source
/// Golub and Van Loan, Matrix Computations (4th edition), 11.5.2.
pub(super) fn solve(information: &Information, gradient: &[f64]) -> Vec<f64> {
    let size = gradient.len();
    let scaled = |residual: &[f64]| -> Vec<f64> {
        residual.iter().zip(&information.diagonal).map(|(r, d)| if *d > 0.0 { r / d } else { 0.0 }).collect()
    };
    let mut x = vec![0.0; size];
    let mut residual = gradient.to_vec();
    let mut z = scaled(&residual);
    let mut direction = z.clone();
    let mut rz = product(&residual, &z);
    let enough = rz * RESIDUAL * RESIDUAL;
    for _ in 0..(2 * size + 50) {
        if rz <= enough || rz == 0.0 {
            break;
        }
        let image = information.times(&direction);
        let curvature = product(&direction, &image);
        if curvature.is_nan() || curvature <= 0.0 {
            break;
        }
        let length = rz / curvature;
        for i in 0..size {
            x[i] += length * direction[i];
            residual[i] -= length * image[i];
        }
        z = scaled(&residual);
        let next = product(&residual, &z);
        let turn = next / rz;
        rz = next;
        for (direction, z) in direction.iter_mut().zip(&z) {
            *direction = z + turn * *direction;
        }
    }
    x
}

fn product(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}
