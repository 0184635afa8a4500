//! Unix: the thread's own processor clock.

use rustix::time::{ClockId, clock_gettime};

/// Processor time of the calling thread in nanoseconds.
pub(crate) fn thread_cpu_nanos() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
