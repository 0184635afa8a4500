//! Metering of work.

use std::convert::Infallible;

/// Charged before each step of work, in the units of [`game::Work`]. It may stop the work at any step.
pub trait Meter {
    /// The reason for stopping.
    type Stop;

    /// Charges for a step before it is taken.
    ///
    /// # Errors
    /// When the step must not be taken.
    fn charge(&mut self, units: u64) -> Result<(), Self::Stop>;
}

/// Work without charge, under a clock that measures time itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Free;

impl Meter for Free {
    type Stop = Infallible;

    fn charge(&mut self, _units: u64) -> Result<(), Infallible> {
        Ok(())
    }
}
