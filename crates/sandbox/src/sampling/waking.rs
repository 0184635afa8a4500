//! Whether a module is awake that is sampled by its functions.

use super::SampledStack;

/// Whether a module is awake, and where it was last.
#[derive(Default)]
pub(crate) struct Waking {
    /// Fuel between two times that it wakes, from its next waking on.
    pub(crate) interval: u64,
    /// What ran when it woke last, while a sample is near.
    pub(crate) last: Option<SampledStack>,
}

impl Waking {
    pub(super) fn begin(&mut self) {
        self.last = None;
    }

    pub(super) fn last(&mut self) -> Option<SampledStack> {
        self.last.take()
    }
}
