//! When to show the table while matches are being played.

use std::time::{Duration, Instant};

/// The least time between two tables.
const PAUSE: Duration = Duration::from_secs(1);
/// Making the table may take at most one part in this many of the time.
const SHARE: u32 = 50;

/// A table that is made now and then, and never so often that making it slows the run. What it shows is for
/// people; nothing is decided by it.
pub(crate) struct Live {
    next: Instant,
}

impl Live {
    pub(crate) fn new() -> Live {
        Live { next: Instant::now() + PAUSE }
    }

    /// Calls `show` if it is time.
    pub(crate) fn show(&mut self, show: impl FnOnce()) {
        let begun = Instant::now();
        if begun >= self.next {
            show();
            let done = Instant::now();
            self.next = done + PAUSE.max((done - begun) * SHARE);
        }
    }
}
