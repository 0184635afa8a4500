//! The time that a bot takes for its answers.

use referee::Ticks;

/// The time of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spending {
    /// Number of answers.
    pub answers: usize,
    /// The median.
    pub median: Ticks,
    /// The 95th percentile.
    pub percentile_95: Ticks,
    /// The longest answer.
    pub max: Ticks,
    /// The sum over all answers.
    pub total: Ticks,
}

impl Spending {
    /// Computes the figures from a list of times in any order.
    pub fn from_times(mut times: Vec<Ticks>) -> Spending {
        times.sort_unstable();
        // The nearest rank: the smallest time that at least this percentage of the times do not exceed.
        let rank = |percent: usize| {
            let at = (times.len() * percent).div_ceil(100).max(1) - 1;
            times.get(at).copied().unwrap_or_default()
        };
        Spending {
            answers: times.len(),
            median: rank(50),
            percentile_95: rank(95),
            max: rank(100),
            total: times.iter().fold(Ticks::ZERO, |sum, &time| sum + time),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spending_takes_the_nearest_rank() {
        let of =
            |times: std::ops::RangeInclusive<u64>| Spending::from_times(times.rev().map(Ticks).collect());
        let hundred = of(1..=100);
        assert_eq!((hundred.median, hundred.percentile_95, hundred.max), (Ticks(50), Ticks(95), Ticks(100)));
        assert_eq!(hundred.total, Ticks(5_050));
        let three = of(1..=3);
        assert_eq!((three.median, three.percentile_95, three.max), (Ticks(2), Ticks(3), Ticks(3)));
        assert_eq!(Spending::from_times(Vec::new()), Spending::default());
    }
}
