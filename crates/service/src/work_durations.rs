//! Recent durations of queued work.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use class_operations::judging::WorkKind;

use crate::lock::lock;

/// Weight of the latest duration in the moving average.
const SHARE: f64 = 0.2;

/// Moving averages of recent durations, by kind of work.
#[derive(Default)]
pub(crate) struct WorkDurations(Mutex<BTreeMap<WorkKind, f64>>);

impl WorkDurations {
    /// Adds a duration.
    pub(crate) fn note(&self, kind: WorkKind, took: Duration) {
        let mut means = lock(&self.0);
        let took = took.as_secs_f64();
        let mean = means.entry(kind).or_insert(took);
        *mean += SHARE * (took - *mean);
    }

    /// Estimates the duration of `count` items; `None` if none of this kind was played yet.
    pub(crate) fn estimate(&self, kind: WorkKind, count: usize) -> Option<Duration> {
        let means = lock(&self.0);
        means.get(&kind).map(|mean| Duration::from_secs_f64(mean * count as f64))
    }
}
