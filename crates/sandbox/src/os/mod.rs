//! Features that only some operating systems offer. Everything else in the crate is portable.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "other.rs")]
mod system;

#[cfg(not(target_os = "linux"))]
mod parent;

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
pub(crate) use confine::die_with_parent;
#[cfg(not(target_os = "linux"))]
pub(crate) use parent::die_with_parent;
pub(crate) use system::{
    MISSING, MemoryUse, PageTable, ending, is_private, limit_self, page_faults, scans_pages,
    thread_cpu_nanos, too_little_for,
};

/// Resource limits of a child process.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ProcessLimits {
    /// Processor time in seconds.
    pub(crate) seconds: u64,
    /// Address space in bytes.
    pub(crate) bytes: u64,
}

/// The way in which a child process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By itself, with an exit code.
    Exited(i32),
    /// By its limit of processor time.
    OutOfTime,
    /// By aborting, as Rust does when memory is refused.
    Aborted,
    /// By a fault of its own, such as an illegal instruction or a wrong address.
    Faulted,
    /// By another signal.
    Killed(i32),
}
