//! What only some operating systems offer. Everything else in the crate is the same everywhere.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "other.rs")]
mod system;

#[cfg_attr(target_os = "linux", path = "parent/linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "parent/other.rs")]
mod parent;

pub(crate) use parent::die_with_parent;
pub(crate) use system::{
    MISSING, ending, is_private, limit_self, scans_pages, thread_cpu_nanos, too_little_for, usage,
};

/// How a child process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By itself, with an exit code.
    Exited(i32),
    /// By its limit of processor time.
    OutOfTime,
    /// By aborting, as Rust does when memory is refused.
    Aborted,
    /// By a fault of its own: an illegal instruction, a wrong address.
    Faulted,
    /// By another signal.
    Killed(i32),
}
