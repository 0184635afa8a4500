//! The probabilities of one match's outcomes.

/// The probabilities of the three outcomes for the player in the first seat.
#[derive(Clone, Copy)]
pub(crate) struct Chances {
    pub(crate) win: f64,
    pub(crate) draw: f64,
    pub(crate) loss: f64,
    /// The normalizing constant.
    pub(super) total: f64,
}

impl Chances {
    /// Returns the probabilities for `up = exp(d/2)` and the draw parameter.
    pub(super) fn new(up: f64, nu: f64) -> Self {
        let down = 1.0 / up;
        let total = up + nu + down;
        Self { win: up / total, draw: nu / total, loss: down / total, total }
    }

    /// Returns the probabilities for a difference in natural units, including the seat's advantage.
    pub(crate) fn at(difference: f64, nu: f64) -> Self {
        Self::new(libm::exp(difference / 2.0), nu)
    }

    /// Returns the mean of the outcome's statistic: +1/2 for a win, -1/2 for a loss.
    pub(crate) fn mean(&self) -> f64 {
        (self.win - self.loss) / 2.0
    }

    /// Returns the variance of the outcome's statistic, computed without cancellation.
    pub(crate) fn variance(&self) -> f64 {
        self.win * self.loss + self.draw * (self.win + self.loss) / 4.0
    }
}
