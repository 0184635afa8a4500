//! Waking of a module that is sampled by its functions.

use super::SampledStack;

/// The waking interval of a module, and its stack at the last wake-up.
#[derive(Default)]
pub(crate) struct WakeUp {
    /// Fuel between two wake-ups, from the next one on.
    pub(crate) interval: u64,
    /// The running functions at the last wake-up, while a sample is near.
    pub(crate) last: Option<SampledStack>,
}

impl WakeUp {
    pub(super) fn begin(&mut self) {
        self.last = None;
    }

    pub(super) fn last(&mut self) -> Option<SampledStack> {
        self.last.take()
    }
}
