//! What is known of a call in progress.

use std::sync::atomic::{AtomicU64, Ordering};

use referee::Ticks;

use crate::engine::YIELD_INTERVAL;
use crate::os;

/// What is known of the call in progress; shared by its host calls and the code that polls it.
#[derive(Default)]
pub(crate) struct Meter {
    /// The reading of processor time from which the call is measured; zero while it is not.
    since: AtomicU64,
    /// The known fuel at that time.
    from: AtomicU64,
    /// The known fuel: never more than the call has used, and at most two intervals less.
    fuel: AtomicU64,
}

impl Meter {
    pub(crate) fn begin(&self, measured: bool) {
        self.since.store(if measured { os::thread_cpu_nanos() } else { 0 }, Ordering::Relaxed);
        self.from.store(0, Ordering::Relaxed);
        self.fuel.store(0, Ordering::Relaxed);
    }

    /// Notes that the engine yielded after another interval.
    pub(crate) fn add_interval(&self) {
        self.fuel.store(self.fuel().0 + YIELD_INTERVAL, Ordering::Relaxed);
    }

    /// Notes the fuel that a host call saw used.
    pub(crate) fn set_fuel(&self, fuel: u64) {
        self.fuel.store(fuel, Ordering::Relaxed);
    }

    pub(crate) fn fuel(&self) -> Ticks {
        Ticks(self.fuel.load(Ordering::Relaxed))
    }

    /// Nanoseconds of processor time since the first reading of this call, which is taken now if there is none yet.
    pub(crate) fn elapsed(&self) -> u64 {
        let now = os::thread_cpu_nanos();
        let Some(since) = self.since() else {
            self.since.store(now, Ordering::Relaxed);
            self.from.store(self.fuel().0, Ordering::Relaxed);
            return 0;
        };
        now.saturating_sub(since)
    }

    /// The first reading of this call, if there is one.
    pub(crate) fn since(&self) -> Option<u64> {
        Some(self.since.load(Ordering::Relaxed)).filter(|&nanos| nanos > 0)
    }

    /// The known fuel of the call at its first reading.
    pub(crate) fn known(&self) -> Ticks {
        Ticks(self.from.load(Ordering::Relaxed))
    }
}
