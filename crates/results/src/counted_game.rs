//! A game as ratings count it, and the rounding of rating figures.

use rating::bradley_terry::Fit;
use rating::result_counter::Counter;
use rating::results::{Player, Score};
use rating::scale::Z95;

/// A game, or two of one opening, as ratings count them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedGame {
    pub(crate) first: Player,
    pub(crate) second: Player,
    /// The first seat's score.
    pub(crate) score: Score,
    /// The first seat's score in the other game of the opening.
    pub(crate) other: Option<Score>,
}

impl CountedGame {
    pub(crate) fn count(&self, counter: &mut Counter) {
        match self.other {
            Some(other) => counter.add_pair(self.first, self.second, [self.score, other]),
            None => counter.add(self.first, self.second, self.score, 1),
        }
    }
}

/// Returns half the width of a rating's 95 % interval; `None` where the results leave one side unbounded, so that no
/// single error fits both sides.
pub(crate) fn plus_minus(fit: &Fit, entrant: usize) -> Option<f64> {
    let deviation = fit.deviations[entrant].filter(|_| fit.open[entrant].is_none())?;
    Some(tenths(Z95 * deviation))
}

/// Rounds to one decimal.
pub(crate) fn tenths(number: f64) -> f64 {
    rounded(number, 10.0)
}

/// Rounds to a whole number, with halves away from zero, as scripts round non-negative numbers.
pub fn whole(number: f64) -> i64 {
    libm::round(number) as i64
}

/// Rounds to a multiple of `1 / parts`.
pub(crate) fn rounded(number: f64, parts: f64) -> f64 {
    // Adding zero turns a negative zero into zero.
    libm::round(number * parts) / parts + 0.0
}
