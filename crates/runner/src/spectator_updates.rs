//! Timing of updates of the standings while matches are being played.

use std::time::{Duration, Instant};

/// Minimum interval between two updates.
const PAUSE: Duration = Duration::from_secs(1);
/// Updates take at most one part in this number of the time.
const SHARE: u32 = 50;

/// A rate limit for updates shown to spectators, so that they never slow the run. Nothing depends on these updates.
pub(crate) struct UpdateLimit {
    next: Instant,
}

impl UpdateLimit {
    pub(crate) fn new() -> UpdateLimit {
        UpdateLimit { next: Instant::now() + PAUSE }
    }

    /// Calls `show` if enough time has passed since the last update.
    pub(crate) fn show(&mut self, show: impl FnOnce()) {
        let begun = Instant::now();
        if begun >= self.next {
            show();
            let done = Instant::now();
            self.next = done + PAUSE.max((done - begun) * SHARE);
        }
    }
}
