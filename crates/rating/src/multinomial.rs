//! The likelihood of a mean score when only the support of the distribution is known.

use crate::scale::{EloScale, NORMALIZED_ELO_PER_DEVIATION, Z95, expected_score};

/// Replaces a count of zero, so that no outcome is impossible.
///
/// # Source
/// `regularize` in fishtest's `LLRcalc.py`.
const NEVER_SEEN: f64 = 1e-3;

/// Maximum number of rounds of the search for the most likely distribution with a given t-value; about ten are needed.
const MOST_ROUNDS: usize = 200;

/// A hypothesis about the distribution of outcomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Constraint {
    /// The mean.
    Mean(f64),
    /// The t-value: the number of standard deviations by which the mean is above one half.
    TValue(f64),
}

impl Constraint {
    /// Returns the constraint that a difference of `elo` puts on outcomes of `games` games each.
    ///
    /// For the standard deviation of a game, the games of an outcome are treated as independent, as fishtest does.
    pub(crate) fn new(scale: EloScale, elo: f64, games: f64) -> Self {
        match scale {
            EloScale::Logistic => Self::Mean(expected_score(elo)),
            EloScale::Normalized => Self::TValue(elo / NORMALIZED_ELO_PER_DEVIATION * libm::sqrt(games)),
        }
    }
}

/// Shares of outcomes with evenly spaced scores from 0 to 1.
pub(crate) struct Multinomial<const N: usize> {
    total: f64,
    shares: [f64; N],
}

impl<const N: usize> Multinomial<N> {
    pub(crate) fn new(counts: &[u64; N]) -> Self {
        Self::from_counts(counts.map(|count| if count == 0 { NEVER_SEEN } else { count as f64 }))
    }

    /// Adds one virtual outcome at the two ends of the scale, with a mean midway between the hypotheses.
    ///
    /// It favours neither hypothesis, and widens the distribution while observations are few.
    pub(crate) fn with_virtual_outcome(counts: &[u64; N], hypotheses: [Constraint; 2]) -> Self {
        let counts = counts.map(|count| if count == 0 { NEVER_SEEN } else { count as f64 });
        let with = |middle: f64| {
            let mut counts = counts;
            counts[0] += 1.0 - middle;
            counts[N - 1] += middle;
            Self::from_counts(counts)
        };
        let [mean0, mean1] = with(0.5).means(hypotheses);
        with(f64::midpoint(mean0, mean1))
    }

    /// Returns the means of the hypotheses, at the standard deviation of these shares.
    pub(crate) fn means(&self, hypotheses: [Constraint; 2]) -> [f64; 2] {
        hypotheses.map(|constraint| match constraint {
            Constraint::Mean(mean) => mean,
            Constraint::TValue(t) => (0.5 + t * self.deviation()).clamp(0.0, 1.0),
        })
    }

    fn from_counts(counts: [f64; N]) -> Self {
        let total = counts.iter().sum();
        Self { total, shares: counts.map(|count| count / total) }
    }

    fn score(k: usize) -> f64 {
        k as f64 / (N - 1) as f64
    }

    fn outcomes(&self) -> impl Iterator<Item = (f64, f64)> {
        self.shares.iter().enumerate().map(|(k, &share)| (Self::score(k), share))
    }

    pub(crate) fn mean(&self) -> f64 {
        self.outcomes().map(|(score, share)| score * share).sum()
    }

    pub(crate) fn standard_error(&self) -> f64 {
        self.deviation() / libm::sqrt(self.total)
    }

    /// Returns the standard deviation of an outcome.
    pub(crate) fn deviation(&self) -> f64 {
        let mean = self.mean();
        let variance: f64 =
            self.outcomes().map(|(score, share)| share * (score - mean) * (score - mean)).sum();
        libm::sqrt(variance)
    }

    /// Returns the number of standard deviations by which the mean is above one half.
    pub(crate) fn t_value(&self) -> f64 {
        (self.mean() - 0.5) / self.deviation()
    }

    /// Returns the log-likelihood ratio: the log of the maximum likelihood under the second hypothesis divided by that
    /// under the first.
    ///
    /// # Source
    /// Van den Bergh, The generalized maximum likelihood ratio for the expectation value of a distribution, proposition
    /// 1.1, and Normalized Elo in practice, section 4.1; `LLR_logistic` and `LLR_normalized` in fishtest's
    /// `LLRcalc.py`.
    pub(crate) fn log_likelihood_ratio(&self, [elo0, elo1]: [Constraint; 2]) -> f64 {
        self.loss_under(elo0) - self.loss_under(elo1)
    }

    /// Returns the difference between the unconstrained maximum log-likelihood and that under a constraint.
    fn loss_under(&self, constraint: Constraint) -> f64 {
        match constraint {
            Constraint::Mean(mean) => self.loss_at_mean(mean),
            Constraint::TValue(t) => self.loss_at_t_value(t),
        }
    }

    fn loss_at_mean(&self, mean: f64) -> f64 {
        // An expected score of exactly 0 or 1 (thousands of Elo) is practically impossible, but must not give NaN.
        let mean = mean.clamp(1e-12, 1.0 - 1e-12);
        let values = std::array::from_fn(|k| Self::score(k) - mean);
        let multiplier = self.multiplier(&values);
        let each = self.shares.iter().zip(values);
        self.total * each.map(|(share, value)| share * libm::log(1.0 + multiplier * value)).sum::<f64>()
    }

    fn loss_at_t_value(&self, t: f64) -> f64 {
        let each = self.shares.iter().zip(self.shares_at_t_value(t));
        self.total * each.map(|(share, fitted)| share * libm::log(share / fitted)).sum::<f64>()
    }

    /// Returns the most likely shares with a t-value.
    ///
    /// The condition is linearized around the previous shares, beginning with equal ones, until they converge.
    fn shares_at_t_value(&self, t: f64) -> [f64; N] {
        let mut shares = [1.0 / N as f64; N];
        for _ in 0..MOST_ROUNDS {
            let found = Self { total: self.total, shares };
            let (mean, deviation) = (found.mean(), found.deviation());
            let values: [f64; N] = std::array::from_fn(|k| {
                let z = (mean - Self::score(k)) / deviation;
                Self::score(k) - 0.5 - t * deviation * (1.0 + z * z) / 2.0
            });
            let next = self.shares_along(&values);
            let moved = shares.iter().zip(&next).fold(0.0, |most: f64, (x, y)| most.max((x - y).abs()));
            shares = next;
            if moved < 1e-13 {
                break;
            }
        }
        shares
    }

    /// Returns the most likely shares for which the mean of `values` is zero.
    fn shares_along(&self, values: &[f64; N]) -> [f64; N] {
        let multiplier = self.multiplier(values);
        std::array::from_fn(|k| self.shares[k] / (1.0 + multiplier * values[k]))
    }

    /// Returns the `t` at which the mean of `values` under the shares `share / (1 + t value)` is zero. Some values must
    /// be below zero and some above.
    ///
    /// Uses Newton's method, with bisection to stay within the bracket.
    fn multiplier(&self, values: &[f64; N]) -> f64 {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
        let mut t = 0.0;
        for _ in 0..200 {
            let (mut mean, mut slope) = (0.0, 0.0);
            for (value, share) in values.iter().zip(self.shares) {
                let part = value / (1.0 + t * value);
                mean += share * part;
                slope -= share * part * part;
            }
            if mean > 0.0 {
                low = t;
            } else {
                high = t;
            }
            let newton = t - mean / slope;
            let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
            if (next - t).abs() <= 1e-14 * (high - low).max(t.abs()) {
                return next;
            }
            t = next;
        }
        t
    }

    /// Returns the normal deviate of these outcomes for a given mean: the signed root of the likelihood ratio.
    pub(crate) fn deviate_at(&self, mean: f64) -> f64 {
        libm::sqrt(2.0 * self.loss_at_mean(mean).max(0.0)) * (self.mean() - mean).signum()
    }

    /// Returns the mean for which these outcomes have a normal deviate. It is below their own mean for a positive
    /// deviate.
    ///
    /// Few observations understate the variance of outcomes: the ratio is compared with the square of Student's t
    /// instead of a normal variable, to first order in the reciprocal of their number.
    ///
    /// # Source
    /// Owen, Empirical likelihood ratio confidence intervals for a single functional (1988), and for few observations
    /// Owen, Empirical Likelihood (2001), 2.6, "F calibration"; the quantile by the expansion of Abramowitz and Stegun,
    /// 26.7.5.
    pub(crate) fn mean_at(&self, deviate: f64) -> f64 {
        let square = deviate * deviate;
        let most_loss = square / 2.0 * (1.0 + (square + 1.0) / (2.0 * self.total));
        let (mut kept, mut rejected) = (self.mean(), if deviate > 0.0 { 0.0 } else { 1.0 });
        for _ in 0..60 {
            let middle = f64::midpoint(kept, rejected);
            if self.loss_at_mean(middle) <= most_loss {
                kept = middle;
            } else {
                rejected = middle;
            }
        }
        kept
    }

    /// Returns the interval of means that the likelihood ratio test does not reject at 5 %.
    pub(crate) fn interval95(&self) -> [f64; 2] {
        [Z95, -Z95].map(|deviate| self.mean_at(deviate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::MOST_NORMALIZED_ELO;

    #[test]
    fn the_constrained_shares_have_the_mean_asked_for() {
        for counts in [[1, 2, 3, 4, 5], [0, 0, 9, 0, 0], [0, 0, 0, 0, 1], [1_000_000, 0, 0, 0, 1]] {
            let model = Multinomial::new(&counts);
            for mean in [1e-6, 0.2, 0.5, 0.9, 1.0 - 1e-6] {
                let t = model.multiplier(&std::array::from_fn(|k| k as f64 / 4.0 - mean));
                let shares: Vec<(f64, f64)> = model
                    .outcomes()
                    .map(|(score, share)| (score, share / (1.0 + t * (score - mean))))
                    .collect();
                let total: f64 = shares.iter().map(|(_, share)| share).sum();
                let found: f64 = shares.iter().map(|(score, share)| score * share).sum();
                assert!((total - 1.0).abs() < 1e-6, "{counts:?} at {mean}: total {total}");
                assert!((found - mean).abs() < 1e-6, "{counts:?} at {mean}: {found}");
                assert!(shares.iter().all(|(_, share)| *share > 0.0));
            }
        }
    }

    #[test]
    fn the_constrained_shares_have_the_t_value_asked_for() {
        let most = MOST_NORMALIZED_ELO / NORMALIZED_ELO_PER_DEVIATION * libm::sqrt(2.0);
        for counts in [[1, 2, 3, 4, 5], [0, 0, 9, 0, 0], [0, 0, 0, 0, 1], [1_000_000, 0, 0, 0, 1]] {
            let model = Multinomial::new(&counts);
            for t in [-most, -0.01, 0.0, 0.1, most] {
                let shares = model.shares_at_t_value(t);
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{counts:?} at {t}: {shares:?}");
                let found = Multinomial { total: 1.0, shares }.t_value();
                assert!((found - t).abs() < 1e-6, "{counts:?} at {t}: {found}");
            }
        }
    }

    #[test]
    fn extreme_hypotheses_stay_finite() {
        let model = Multinomial::new(&[3, 4, 5]);
        for (scale, elo) in [(EloScale::Logistic, 1e6), (EloScale::Normalized, MOST_NORMALIZED_ELO)] {
            let hypotheses = [-elo, elo].map(|elo| Constraint::new(scale, elo, 2.0));
            assert!(model.log_likelihood_ratio(hypotheses).is_finite(), "{scale:?}");
        }
    }
}
