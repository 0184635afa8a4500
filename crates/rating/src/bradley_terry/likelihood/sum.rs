//! Accurate sums of many terms.

/// A compensated sum, precise enough to distinguish nearby points after a million terms.
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
