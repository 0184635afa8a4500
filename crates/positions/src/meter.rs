//! Who pays for the work.

use std::convert::Infallible;

/// Charged before each step of work, in the units of [`game::Work`]; it may stop the work at any of them.
pub trait Meter {
    /// Why it stops.
    type Stop;

    /// Charges for a step that is about to be taken.
    ///
    /// # Errors
    /// When the step must not be taken.
    fn charge(&mut self, units: u64) -> Result<(), Self::Stop>;
}

/// Work that nobody pays for: under a clock that measures time itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Free;

impl Meter for Free {
    type Stop = Infallible;

    fn charge(&mut self, _units: u64) -> Result<(), Infallible> {
        Ok(())
    }
}
