//! Measurements of a call in progress.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::time::Instant;

use referee::Ticks;

use crate::engine::YIELD_INTERVAL;
use crate::os;

/// Minimum wall time between two readings of processor time, in nanoseconds. A reading takes longer than all other
/// work of the host for an interval of fuel, and no more processor time than this can have passed.
const PAUSE: u64 = 50_000;

/// Measurements of the call in progress; shared by its host calls and the code that polls it.
#[derive(Default)]
pub(crate) struct Meter {
    /// The reading of processor time from which the call is measured; zero before there is one.
    since: AtomicU64,
    /// The known fuel at that time.
    from: AtomicU64,
    /// The known fuel: never more than the call has used, and less by at most two intervals.
    fuel: AtomicU64,
    /// Time of the host's last reading of processor time, or of its first check in the call; zero before that.
    looked: AtomicU64,
    /// The callback for each yield of the engine.
    on_yield: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

impl Meter {
    pub(crate) fn begin(&self, measured: bool) {
        self.since.store(if measured { os::thread_cpu_nanos() } else { 0 }, Ordering::Relaxed);
        self.from.store(0, Ordering::Relaxed);
        self.fuel.store(0, Ordering::Relaxed);
        self.looked.store(0, Ordering::Relaxed);
    }

    /// Sets an action to run whenever the engine yields.
    pub(crate) fn on_yield(&self, action: impl Fn() + Send + Sync + 'static) {
        let _ = self.on_yield.set(Box::new(action));
    }

    /// Returns `true` if a reading of processor time is due.
    pub(crate) fn is_due(&self) -> bool {
        let (now, last) = (wall_nanos(), self.looked.load(Ordering::Relaxed));
        let is_due = last > 0 && now.saturating_sub(last) >= PAUSE;
        if is_due || last == 0 {
            self.looked.store(now, Ordering::Relaxed);
        }
        is_due
    }

    /// Notes that the engine yielded after another interval.
    pub(crate) fn add_interval(&self) {
        self.fuel.store(self.fuel().0 + YIELD_INTERVAL, Ordering::Relaxed);
        if let Some(action) = self.on_yield.get() {
            action();
        }
    }

    /// Notes the used fuel that a host call saw.
    pub(crate) fn set_fuel(&self, fuel: u64) {
        self.fuel.store(fuel, Ordering::Relaxed);
    }

    pub(crate) fn fuel(&self) -> Ticks {
        Ticks(self.fuel.load(Ordering::Relaxed))
    }

    /// Returns the nanoseconds of processor time since the first reading of this call, which is taken now if there is
    /// none yet.
    pub(crate) fn elapsed(&self) -> u64 {
        let now = os::thread_cpu_nanos();
        let Some(since) = self.since() else {
            self.since.store(now, Ordering::Relaxed);
            self.from.store(self.fuel().0, Ordering::Relaxed);
            return 0;
        };
        now.saturating_sub(since)
    }

    /// Returns the first reading of this call; `None` if there is none.
    pub(crate) fn since(&self) -> Option<u64> {
        Some(self.since.load(Ordering::Relaxed)).filter(|&nanos| nanos > 0)
    }

    /// Returns the known fuel of the call at its first reading.
    pub(crate) fn known(&self) -> Ticks {
        Ticks(self.from.load(Ordering::Relaxed))
    }
}

/// Returns nanoseconds of wall time since an arbitrary moment, never zero.
fn wall_nanos() -> u64 {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(BEGUN.elapsed().as_nanos()).unwrap_or(u64::MAX).max(1)
}
