//! Sums of many terms.

/// A sum that keeps what rounding drops, so that a million terms still tell two nearby points apart.
///
/// # Source
/// Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen (1974).
#[derive(Default)]
pub(super) struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    pub(super) fn add(&mut self, x: f64) {
        let sum = self.high + x;
        self.low += if self.high.abs() >= x.abs() { (self.high - sum) + x } else { (x - sum) + self.high };
        self.high = sum;
    }

    pub(super) fn value(&self) -> f64 {
        self.high + self.low
    }
}
