//! Other systems: wall time replaces the thread's processor time, and the compiling child has no limit except
//! the wall clock.

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

/// Limits are not known here.
pub(crate) fn too_little_for(_limits: ProcessLimits) -> Option<String> {
    None
}

/// Limits nothing.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of the systems that can")]
pub(crate) fn limit_self(_limits: ProcessLimits) -> io::Result<()> {
    Ok(())
}

/// How a child ended; signals are not known here.
pub(crate) fn ending(status: ExitStatus) -> Ending {
    status.code().map_or(Ending::Killed(0), Ending::Exited)
}

/// Cannot be told.
pub(crate) fn is_private(_metadata: &Metadata) -> bool {
    true
}

/// Only Linux can tell which pages of a memory were touched.
pub(crate) fn scans_pages() -> bool {
    false
}

/// Cannot be told.
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
