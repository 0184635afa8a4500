//! When to show the standings while matches are being played.

use std::time::{Duration, Instant};

/// The shortest time from one update to the next.
const PAUSE: Duration = Duration::from_secs(1);
/// Making updates may take at most one part in this many of the time.
const SHARE: u32 = 50;

/// Something shown now and then to people who watch, never so often that making it slows the run. Nothing depends on
/// it.
pub(crate) struct Live {
    next: Instant,
}

impl Live {
    pub(crate) fn new() -> Live {
        Live { next: Instant::now() + PAUSE }
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
