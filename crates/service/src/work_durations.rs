//! Recent durations of queued work.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use class_operations::judging::WorkKind;

/// Weight of the latest duration in the moving average.
const SHARE: f64 = 0.2;

/// Moving averages of recent durations, by kind of work.
#[derive(Default)]
pub(crate) struct WorkDurations(Mutex<BTreeMap<WorkKind, f64>>);

impl WorkDurations {
    /// Adds a duration.
    pub(crate) fn note(&self, kind: WorkKind, took: Duration) {
        let mut means = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let took = took.as_secs_f64();
        let mean = means.entry(kind).or_insert(took);
        *mean += SHARE * (took - *mean);
    }

    /// Estimates the duration of `count` items; `None` if none of this kind was played yet.
    pub(crate) fn estimate(&self, kind: WorkKind, count: usize) -> Option<Duration> {
        let means = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        means.get(&kind).map(|mean| Duration::from_secs_f64(mean * count as f64))
    }
}
