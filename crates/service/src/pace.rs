//! How long things take that wait.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use classroom::WorkKind;

/// The part that the last one has in the mean.
const SHARE: f64 = 0.2;

/// How long things of each kind took of late.
#[derive(Default)]
pub(crate) struct Pace(Mutex<BTreeMap<WorkKind, f64>>);

impl Pace {
    /// Adds how long something took.
    pub(crate) fn note(&self, kind: WorkKind, took: Duration) {
        let mut means = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let took = took.as_secs_f64();
        let mean = means.entry(kind).or_insert(took);
        *mean += SHARE * (took - *mean);
    }

    /// About how long the given number of them takes; `None` if nothing of the kind was played yet.
    pub(crate) fn of(&self, kind: WorkKind, count: usize) -> Option<Duration> {
        let means = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        means.get(&kind).map(|mean| Duration::from_secs_f64(mean * count as f64))
    }
}
