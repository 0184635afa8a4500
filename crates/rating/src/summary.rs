//! The location and spread of a list of numbers: game lengths, times, fuel.

/// Order statistics of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Number of values.
    pub count: usize,
    /// The minimum.
    pub least: f64,
    /// The lower quartile.
    pub lower_quartile: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub upper_quartile: f64,
    /// The maximum.
    pub greatest: f64,
    /// The mean.
    pub mean: f64,
}

impl Summary {
    /// Summarizes `numbers` in any order, ignoring those that are not finite. `None` if none remain.
    ///
    /// # Source
    /// Hyndman and Fan, Sample quantiles in statistical packages (1996), definition 7: between neighbours, linear.
    pub fn from_numbers(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = numbers.into_iter().filter(|x| x.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let (&least, &greatest) = (sorted.first()?, sorted.last()?);
        Some(Self {
            count: sorted.len(),
            least,
            lower_quartile: quantile(&sorted, 1),
            median: quantile(&sorted, 2),
            upper_quartile: quantile(&sorted, 3),
            greatest,
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
        })
    }
}

/// Returns a quantile, in quarters, of a sorted list that is not empty.
fn quantile(sorted: &[f64], quarters: usize) -> f64 {
    let place = (sorted.len() - 1) * quarters;
    let (below, part) = (sorted[place / 4], (place % 4) as f64 / 4.0);
    if part == 0.0 { below } else { below + part * (sorted[place / 4 + 1] - below) }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the figures are rounded, or exact by the rule")]
mod tests {
    use super::*;

    /// R: `quantile(c(1, 2, 3, 4, 10))` gives 1, 2, 3, 4, 10; `quantile(1:4)` gives 1, 1.75, 2.5, 3.25, 4.
    #[test]
    fn quartiles_are_those_of_r() {
        let quartiles = |numbers: &[f64]| {
            let s = Summary::from_numbers(numbers.iter().copied()).unwrap();
            [s.least, s.lower_quartile, s.median, s.upper_quartile, s.greatest, s.mean]
        };
        assert_eq!(quartiles(&[10.0, 1.0, 4.0, 3.0, 2.0]), [1.0, 2.0, 3.0, 4.0, 10.0, 4.0]);
        assert_eq!(quartiles(&[4.0, 3.0, 2.0, 1.0]), [1.0, 1.75, 2.5, 3.25, 4.0, 2.5]);
        assert_eq!(quartiles(&[7.0]), [7.0; 6]);
    }

    #[test]
    fn nothing_has_no_summary() {
        assert_eq!(Summary::from_numbers([]), None);
        assert_eq!(Summary::from_numbers([f64::NAN, f64::INFINITY]), None);
    }
}
