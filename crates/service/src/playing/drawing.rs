//! Drawing of runs in progress: once for all followers, and at most once per second.

use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use class_operations::OpenClass;
use class_operations::runs::{ProgressPicture, run_pictures};

use crate::app::ServedClass;

/// Minimum interval between two drawings.
const PAUSE: Duration = Duration::from_secs(1);
/// Drawing takes at most one part in this many of the time.
const SHARE: u32 = 10;
/// Maximum number of matches of a run that is drawn: each drawing reads all of them.
const MOST_MATCHES: u64 = 20_000;

/// Maximum size of a run's pictures, in bytes: every drawing is sent to all followers.
const MOST_BYTES: usize = 1 << 20;

/// A run that is drawn while it is played.
pub(super) struct Drawing<'a> {
    pub(super) served: &'a ServedClass,
    pub(super) class: &'a OpenClass,
    /// The run's folder within the class's folder, once the run has begun.
    pub(super) place: &'a OnceLock<String>,
}

impl Drawing<'_> {
    /// Draws the run and wakes all followers whenever `changes` signals new results. Returns once the sender is
    /// dropped.
    pub(super) fn follow(&self, changes: &Receiver<()>) {
        let mut has_changed = changes.recv().is_ok();
        while has_changed {
            let begun = Instant::now();
            self.show();
            has_changed = wait(changes, PAUSE.max(begun.elapsed() * SHARE));
        }
    }

    fn show(&self) {
        let Some(place) = self.place.get() else { return };
        let pictures = self.pictures(place);
        self.served.change_runs(|runs| {
            if let (Some(run), Some(pictures)) = (runs.get_mut(place), pictures) {
                run.pictures = pictures;
            }
            true
        });
    }

    fn pictures(&self, place: &str) -> Option<Vec<ProgressPicture>> {
        if self.served.runs().get(place)?.recorded > MOST_MATCHES {
            return Some(Vec::new());
        }
        let drawn = run_pictures(self.class, place);
        let drawn = drawn.inspect_err(|error| tracing::warn!(place, what = error.what, "cannot draw a run"));
        drawn.ok().map(within)
    }
}

/// Returns the pictures that fit within the size limit, in order.
fn within(pictures: Vec<ProgressPicture>) -> Vec<ProgressPicture> {
    let mut left = MOST_BYTES;
    let mut fits = |picture: &ProgressPicture| match left.checked_sub(picture.html.len()) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    pictures.into_iter().filter(|picture| fits(picture)).collect()
}

/// Waits until the pause is over and something has changed. Returns `false` once no more changes will come.
fn wait(changes: &Receiver<()>, pause: Duration) -> bool {
    let until = Instant::now() + pause;
    let mut has_changed = false;
    loop {
        match changes.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(()) => has_changed = true,
            Err(RecvTimeoutError::Disconnected) => return false,
            Err(RecvTimeoutError::Timeout) => return has_changed || changes.recv().is_ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_is_too_large_keeps_no_other_back() {
        let picture = |bytes| ProgressPicture { title: String::new(), html: "a".repeat(bytes) };
        let sizes = [MOST_BYTES - 1, 2, 1, 1];
        let kept: Vec<usize> =
            within(sizes.map(picture).into()).iter().map(|picture| picture.html.len()).collect();
        assert_eq!(kept, [MOST_BYTES - 1, 1]);
    }
}
