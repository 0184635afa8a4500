//! The likelihood of a mean score when nothing is known about the distribution but its support.

use crate::scale::expected_score;

/// What stands in for a count of zero, so that no outcome is impossible.
///
/// # Source
/// `regularize` in fishtest's `LLRcalc.py`.
const NEVER_SEEN: f64 = 1e-3;

/// Half the 95 % point of the chi-squared distribution with one degree of freedom.
const HALF_CHI_SQUARED_95: f64 = 1.920_729_410_347_062;

/// Shares of outcomes with evenly spaced scores from 0 to 1.
pub(crate) struct Multinomial<const N: usize> {
    total: f64,
    shares: [f64; N],
}

impl<const N: usize> Multinomial<N> {
    pub(crate) fn new(counts: &[u64; N]) -> Self {
        Self::of(counts.map(|count| if count == 0 { NEVER_SEEN } else { count as f64 }))
    }

    /// With one more outcome, virtual, at the two ends of the scale, its mean midway between what `elo0` and `elo1` give.
    ///
    /// It favours neither and widens the distribution as long as little was seen of it.
    pub(crate) fn with_virtual_outcome(counts: &[u64; N], elo0: f64, elo1: f64) -> Self {
        let middle = f64::midpoint(expected_score(elo0), expected_score(elo1));
        let mut counts = counts.map(|count| if count == 0 { NEVER_SEEN } else { count as f64 });
        counts[0] += 1.0 - middle;
        counts[N - 1] += middle;
        Self::of(counts)
    }

    fn of(counts: [f64; N]) -> Self {
        let total = counts.iter().sum();
        Self { total, shares: counts.map(|count| count / total) }
    }

    fn outcomes(&self) -> impl Iterator<Item = (f64, f64)> {
        self.shares.iter().enumerate().map(|(k, &share)| (k as f64 / (N - 1) as f64, share))
    }

    pub(crate) fn mean(&self) -> f64 {
        self.outcomes().map(|(score, share)| score * share).sum()
    }

    pub(crate) fn standard_error(&self) -> f64 {
        let mean = self.mean();
        let variance: f64 =
            self.outcomes().map(|(score, share)| share * (score - mean) * (score - mean)).sum();
        libm::sqrt(variance / self.total)
    }

    /// Log of the ratio of two greatest likelihoods: with the mean that `elo1` gives, to that with `elo0`.
    ///
    /// # Source
    /// Van den Bergh, The generalized maximum likelihood ratio for the expectation value of a distribution,
    /// proposition 1.1; `LLR_logistic` in fishtest's `LLRcalc.py`.
    pub(crate) fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        self.loss_at(expected_score(elo0)) - self.loss_at(expected_score(elo1))
    }

    /// By how much the greatest likelihood with mean `mean` falls short of the greatest of all, as a logarithm.
    fn loss_at(&self, mean: f64) -> f64 {
        // An expected score of exactly 0 or 1 (thousands of Elo) is as good as impossible, but no NaN.
        let mean = mean.clamp(1e-12, 1.0 - 1e-12);
        let multiplier = self.multiplier(mean);
        let each = self.outcomes().map(|(score, share)| share * libm::log(1.0 + multiplier * (score - mean)));
        self.total * each.sum::<f64>()
    }

    /// The `t` at which shares `share / (1 + t (score - mean))` have mean `mean`.
    ///
    /// Newton's method, kept within the bracket by halving it.
    fn multiplier(&self, mean: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        let mut t = 0.0;
        for _ in 0..200 {
            let (mut value, mut slope) = (0.0, 0.0);
            for (score, share) in self.outcomes() {
                let part = (score - mean) / (1.0 + t * (score - mean));
                value += share * part;
                slope -= share * part * part;
            }
            if value > 0.0 {
                low = t;
            } else {
                high = t;
            }
            let newton = t - value / slope;
            let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
            if (next - t).abs() <= 1e-14 * (high - low).max(t.abs()) {
                return next;
            }
            t = next;
        }
        t
    }

    /// The means that the likelihood ratio test does not reject at 5 %.
    ///
    /// # Source
    /// Owen, Empirical likelihood ratio confidence intervals for a single functional (1988).
    pub(crate) fn interval95(&self) -> [f64; 2] {
        let mean = self.mean();
        [0.0, 1.0].map(|end| {
            let (mut kept, mut rejected) = (mean, end);
            for _ in 0..60 {
                let middle = f64::midpoint(kept, rejected);
                if self.loss_at(middle) <= HALF_CHI_SQUARED_95 {
                    kept = middle;
                } else {
                    rejected = middle;
                }
            }
            kept
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constrained_shares_have_the_mean_asked_for() {
        for counts in [[1, 2, 3, 4, 5], [0, 0, 9, 0, 0], [0, 0, 0, 0, 1], [1_000_000, 0, 0, 0, 1]] {
            let model = Multinomial::new(&counts);
            for mean in [1e-6, 0.2, 0.5, 0.9, 1.0 - 1e-6] {
                let t = model.multiplier(mean);
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
    fn extreme_hypotheses_stay_finite() {
        let model = Multinomial::new(&[3, 4, 5]);
        assert!(model.log_likelihood_ratio(-1e6, 1e6).is_finite());
    }
}
