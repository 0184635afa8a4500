//! Other systems: no clock of the thread's own, so that wall time stands in for it.

use std::sync::OnceLock;
use std::time::Instant;

/// Wall time in nanoseconds since the first call: never less than the thread's processor time.
pub(crate) fn thread_cpu_nanos() -> u64 {
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    ORIGIN.get_or_init(Instant::now).elapsed().as_nanos() as u64
}
