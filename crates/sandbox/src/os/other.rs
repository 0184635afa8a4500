//! Other systems: wall time replaces the thread's processor time, and the wall clock is the compiling child's only
//! limit.

use std::fs::Metadata;
use std::io;
use std::process::ExitStatus;
use std::sync::OnceLock;
use std::time::Instant;

use super::{Ending, ProcessLimits};
use crate::Usage;

/// The protections that this system lacks.
pub(crate) const MISSING: &[&str] = &[
    "processor time is not known for one thread; wall time stands in for it",
    "compiling is not limited in processor time and memory",
    "the folder of compiled code is not checked for other writers",
];

/// Wall time in nanoseconds since the first call: never less than the thread's processor time.
pub(crate) fn thread_cpu_nanos() -> u64 {
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    ORIGIN.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// Returns `None`: limits are not known here.
pub(crate) fn too_little_for(_limits: ProcessLimits) -> Option<String> {
    None
}

/// Does nothing: this system has no limits.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of the systems that can")]
pub(crate) fn limit_self(_limits: ProcessLimits) -> io::Result<()> {
    Ok(())
}

/// Returns how a child ended; signals are not known here.
pub(crate) fn ending(status: ExitStatus) -> Ending {
    status.code().map_or(Ending::Killed(0), Ending::Exited)
}

/// Returns `true`, because ownership cannot be determined here.
pub(crate) fn is_private(_metadata: &Metadata) -> bool {
    true
}

/// Returns `false`: only Linux can report the pages of a memory that were touched.
pub(crate) fn scans_pages() -> bool {
    false
}

/// Unavailable on this system.
pub(crate) struct MemoryUse;

impl MemoryUse {
    pub(crate) fn open() -> MemoryUse {
        MemoryUse
    }

    #[expect(clippy::unused_self, reason = "the signature is that of the systems that can")]
    pub(crate) fn usage(self) -> Option<Usage> {
        None
    }
}

/// Returns `None`: page faults are not counted here.
pub(crate) fn page_faults() -> Option<u64> {
    None
}

/// No table of this process's pages.
pub(crate) struct PageTable;

impl PageTable {
    pub(crate) fn open() -> PageTable {
        PageTable
    }

    pub(crate) fn is_shown(&self) -> bool {
        false
    }

    pub(crate) fn own_pages(&self, _mapping: &[u8]) -> Option<Vec<usize>> {
        None
    }
}
