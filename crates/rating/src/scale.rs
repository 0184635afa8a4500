//! The Elo scale, the normal distribution, and the rounding that makes figures equal on every host.

use std::f64::consts::{LN_10, SQRT_2};

/// Elo points in one natural unit of log strength: 400 / ln 10.
///
/// # Source
/// Elo, The Rating of Chessplayers (1978), 8.4: odds of ten to one lie 400 points apart.
pub const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Standard deviations on each side of a normal interval that holds 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Returns the expected points per match of a player `elo` points stronger, by the logistic curve; 0 to 1.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / ELO_PER_NAT))
}

/// Returns the expected points per match of a player rated `elo` points higher by Davidson's model, where equals draw
/// with the given probability; 0 to 1. Ratings compare wins with losses, so the more draws, the fewer points a
/// difference is worth.
///
/// # Source
/// Davidson (1970), equation 2.3.
pub fn expected_score_with_draws(elo: f64, draw: f64) -> f64 {
    let up = libm::exp(elo / ELO_PER_NAT / 2.0);
    let nu = 2.0 * draw / (1.0 - draw);
    (up + nu / 2.0) / (up + nu + 1.0 / up)
}

/// Returns the Elo difference at which the logistic curve gives `score` points per match; infinite at 0 and at 1.
pub fn elo_of_score(score: f64) -> f64 {
    ELO_PER_NAT * (libm::log(score) - libm::log1p(-score))
}

/// The normalized Elo of a player whose score in a game is one standard deviation of a game above one half.
///
/// # Source
/// Van den Bergh, Normalized Elo (2021); `nelo_divided_by_nt` in fishtest's `LLRcalc.py`.
pub const NORMALIZED_ELO_PER_DEVIATION: f64 = 800.0 / LN_10;

/// Maximum hypothesis in normalized Elo; without draws it corresponds to a score of about 85 %.
pub const MOST_NORMALIZED_ELO: f64 = 100.0;

/// The Elo scale of hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloScale {
    /// Points per game by the logistic curve: 10 Elo are an expected score of 0.5144.
    #[default]
    Logistic,
    /// Points per game above one half, in standard deviations of a game, times 800 / ln 10.
    ///
    /// The same number is equally hard to prove for any openings and any draw rate.
    Normalized,
}

impl EloScale {
    /// The names of all scales.
    pub const NAMES: [&'static str; 2] = ["logistic", "normalized"];

    /// Returns the scale's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        }
    }

    /// Returns the unit of a difference on this scale.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Logistic => "Elo",
            Self::Normalized => "normalized Elo",
        }
    }

    /// Returns the scale of that name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Logistic, Self::Normalized].into_iter().find(|scale| scale.name() == name)
    }
}

/// Returns the probability that a standard normal variable is below `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

/// Returns the `z` below which a standard normal variable lies with probability `p`, for 0 < `p` < 1, limited to ± 40.
pub fn normal_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if normal_cdf(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Formats a likelihood of superiority in percent: never 0 or 100, as no number of games makes it certain.
pub fn percent_of_superiority(likelihood: f64) -> String {
    let percent = 100.0 * likelihood;
    if percent > 99.9 {
        "> 99.9 %".to_owned()
    } else if percent < 0.1 {
        "< 0.1 %".to_owned()
    } else {
        format!("{percent:.1} %")
    }
}

/// Rounds `x` to six decimals. Smaller differences between fits are rounding error, and must not affect ranks.
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
        assert_eq!(round6(normal_quantile(0.975)), round6(Z95));
        assert_eq!(round6(normal_quantile(0.5)), 0.0);
    }

    /// Regression: pages converted ratings to scores as if there were no draws, with 76 % for 200 points.
    #[test]
    fn draws_make_a_difference_worth_fewer_points() {
        assert_eq!(round6(expected_score_with_draws(200.0, 0.0)), round6(expected_score(200.0)));
        let third = expected_score_with_draws(200.0, 1.0 / 3.0);
        // exp(d/2) = 10^(1/4) = 1.7783; one draw parameter: (1.7783 + 1/2) / (1.7783 + 1 + 0.5623).
        assert!((third - 2.278_279 / 3.340_620).abs() < 1e-5, "{third}");
        assert_eq!(expected_score_with_draws(0.0, 0.4), 0.5);
    }

    #[test]
    fn superiority_is_never_certain() {
        for (likelihood, text) in [
            (1.0, "> 99.9 %"),
            (0.999_96, "> 99.9 %"),
            (0.998_4, "99.8 %"),
            (0.5, "50.0 %"),
            (0.001, "0.1 %"),
            (0.000_4, "< 0.1 %"),
            (0.0, "< 0.1 %"),
        ] {
            assert_eq!(percent_of_superiority(likelihood), text);
        }
    }

    #[test]
    fn minus_zero_is_zero() {
        assert!(round6(-1e-9).is_sign_positive());
    }
}
