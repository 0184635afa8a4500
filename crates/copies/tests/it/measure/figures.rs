//! Shares with their intervals.

use std::fmt;
use std::ops::AddAssign;

/// Number of hits among a number of cases.
#[derive(Clone, Copy, Default)]
pub(crate) struct Share {
    pub(crate) hits: usize,
    pub(crate) of: usize,
}

impl Share {
    pub(crate) fn add(&mut self, hit: bool) {
        self.hits += usize::from(hit);
        self.of += 1;
    }

    pub(crate) fn rate(self) -> f64 {
        self.hits as f64 / self.of as f64
    }

    /// Returns the upper bound of the rate (95 %, one-sided): with a higher rate, only one in twenty measurements would
    /// have so few hits.
    ///
    /// # Source
    /// Clopper and Pearson 1934.
    pub(crate) fn at_most(self) -> f64 {
        let (mut low, mut high) = (self.rate(), 1.0);
        for _ in 0..50 {
            let rate = f64::midpoint(low, high);
            let mut exactly = (1.0 - rate).powf(self.of as f64);
            let mut so_few = exactly;
            for hits in 1..=self.hits {
                exactly *= (self.of + 1 - hits) as f64 / hits as f64 * rate / (1.0 - rate);
                so_few += exactly;
            }
            if so_few > 0.05 {
                low = rate;
            } else {
                high = rate;
            }
        }
        high
    }

    /// Returns the Wilson (1927) interval at 95 %.
    pub(crate) fn interval(self) -> (f64, f64) {
        let (n, p) = (self.of as f64, self.rate());
        let z = 1.959_964_f64;
        let middle = p + z * z / (2.0 * n);
        let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
    }
}

impl AddAssign for Share {
    fn add_assign(&mut self, other: Share) {
        self.hits += other.hits;
        self.of += other.of;
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        let percent = |share: f64| 100.0 * share;
        let share = percent(self.rate());
        let Share { hits, of } = self;
        write!(f, "{hits} of {of}, {share:.1} % ({:.1} to {:.1} %)", percent(low), percent(high))
    }
}
