//! Which job.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

/// Which job: its sender knows by it which one a result is of. No two jobs of a process have the same, whichever schedules
/// they are of, so that several may share an executor. No record depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(u64);

impl JobId {
    /// An id that nothing in this process has had before.
    pub fn fresh() -> JobId {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        JobId(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The id with this number, of a job that came from elsewhere.
    pub const fn new(number: u64) -> JobId {
        JobId(number)
    }

    /// Its number.
    pub const fn number(self) -> u64 {
        self.0
    }
}
