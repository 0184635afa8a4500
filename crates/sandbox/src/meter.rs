//! What is known of a call under way.

use std::sync::atomic::{AtomicU64, Ordering};

use referee::Ticks;

use crate::engine::YIELD_INTERVAL;
use crate::os;

/// What is known of the call under way, to whoever polls it as to its host calls.
#[derive(Default)]
pub(crate) struct Meter {
    /// The reading of processor time from which on the call is measured; zero while it is not.
    since: AtomicU64,
    /// What was known of its fuel then.
    from: AtomicU64,
    /// What is known of its fuel: never more than it has used, and less by two intervals at most.
    fuel: AtomicU64,
}

impl Meter {
    pub(crate) fn begin(&self, measured: bool) {
        self.since.store(if measured { os::thread_cpu_nanos() } else { 0 }, Ordering::Relaxed);
        self.from.store(0, Ordering::Relaxed);
        self.fuel.store(0, Ordering::Relaxed);
    }

    /// The engine came back after another interval.
    pub(crate) fn add_interval(&self) {
        self.fuel.store(self.fuel().0 + YIELD_INTERVAL, Ordering::Relaxed);
    }

    /// A host call saw how much the call has used.
    pub(crate) fn set_fuel(&self, fuel: u64) {
        self.fuel.store(fuel, Ordering::Relaxed);
    }

    pub(crate) fn fuel(&self) -> Ticks {
        Ticks(self.fuel.load(Ordering::Relaxed))
    }

    /// Nanoseconds of processor time since the first reading of this call, which is taken now if there is none.
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

    /// What was known of the call's fuel at its first reading.
    pub(crate) fn known(&self) -> Ticks {
        Ticks(self.from.load(Ordering::Relaxed))
    }
}
