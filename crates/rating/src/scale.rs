//! The Elo scale, the normal distribution, and the rounding that makes figures equal on every host.

use std::f64::consts::{LN_10, SQRT_2};

/// Elo points in one natural unit of log strength: 400 / ln 10.
///
/// # Source
/// Elo, The Rating of Chessplayers (1978), 8.4: odds of ten to one lie 400 points apart.
pub const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Standard deviations on each side of a normal interval that holds 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Expected points per match of a player `elo` points stronger, by the logistic curve; 0 to 1.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO_PER_NAT))
}

/// Elo difference at which the logistic curve gives `score` points per match; infinite at 0 and at 1.
pub fn elo_of_score(score: f64) -> f64 {
    ELO_PER_NAT * (libm::log(score) - libm::log1p(-score))
}

/// Chance that a standard normal variable is below `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

/// `x` to six decimals: what differs below that between fits is rounding error, and must not rank anybody.
pub fn round6(x: f64) -> f64 {
    // The sum turns -0.0 into 0.0.
    libm::round(x * 1e6) / 1e6 + 0.0
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the figures are rounded, or exact by the rule")]
mod tests {
    use super::*;

    #[test]
    fn two_hundred_points_are_worth_three_of_four() {
        assert_eq!(round6(expected_score(200.0)), 0.759_747);
        assert_eq!(round6(elo_of_score(0.759_746_926_647_958)), 200.0);
        assert_eq!(round6(expected_score(400.0)), round6(10.0 / 11.0));
        assert_eq!(expected_score(-1e9), 0.0);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn ninety_five_percent_lie_within_z95() {
        assert_eq!(round6(normal_cdf(Z95) - normal_cdf(-Z95)), 0.95);
    }

    #[test]
    fn minus_zero_is_zero() {
        assert!(round6(-1e-9).is_sign_positive());
    }
}
