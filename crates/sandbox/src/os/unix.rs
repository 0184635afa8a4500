//! Unix: the thread's own processor clock, limits on the compiling child, ownership of folders.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, geteuid, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use super::{Ending, ProcessLimits};
use crate::Usage;

/// The protections that this system lacks.
pub(crate) const MISSING: &[&str] = if cfg!(target_os = "linux") {
    &[]
} else {
    &["the compiling child's limit on memory may not be kept by this system"]
};

/// Processor time of the calling thread in nanoseconds.
pub(crate) fn thread_cpu_nanos() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The resources that `limits` bounds, each with its value, unit and option of `ulimit`.
fn resources(limits: ProcessLimits) -> [(Resource, u64, &'static str, &'static str); 3] {
    [
        (Resource::Cpu, limits.seconds, "s of processor time", "-t"),
        (Resource::As, limits.bytes, "bytes of address space", "-v"),
        (Resource::Data, limits.bytes, "bytes of data", "-d"),
    ]
}

/// Returns the first resource of which this process may use less than the child's limit, in words for the operator.
pub(crate) fn too_little_for(limits: ProcessLimits) -> Option<String> {
    resources(limits).into_iter().find_map(|(resource, needed, unit, option)| {
        let most = getrlimit(resource).maximum.filter(|&most| most < needed)?;
        Some(format!(
            "{needed} {unit}, but this process may use only {most}: raise its limit (ulimit {option})"
        ))
    })
}

/// Limits this process's processor time, address space and data, and disables core files.
pub(crate) fn limit_self(limits: ProcessLimits) -> io::Result<()> {
    let limit = |current, maximum| Rlimit { current: Some(current), maximum: Some(maximum) };
    if let Some(what) = too_little_for(limits) {
        return Err(io::Error::other(format!("compiling a module needs {what}")));
    }
    setrlimit(Resource::Core, limit(0, 0))?;
    for (resource, most, ..) in resources(limits) {
        // A process past its soft limit of processor time ends by a signal that tells why; the hard limit just kills
        // it.
        let allowed = getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let hard = if resource == Resource::Cpu { allowed.min(most + 1) } else { most };
        setrlimit(resource, limit(most, hard))?;
    }
    Ok(())
}

/// Returns how a child limited by [`limit_self`] ended.
pub(crate) fn ending(status: ExitStatus) -> Ending {
    const ABORT: i32 = 6;
    const PROCESSOR_TIME: i32 = 24;
    const ILLEGAL_INSTRUCTION: i32 = 4;
    const SEGMENTATION: i32 = 11;
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, Some(PROCESSOR_TIME)) => Ending::OutOfTime,
        (None, Some(ABORT)) => Ending::Aborted,
        (None, Some(ILLEGAL_INSTRUCTION | SEGMENTATION)) => Ending::Faulted,
        (None, signal) => Ending::Killed(signal.unwrap_or(0)),
    }
}

/// Returns `true` if a folder or file belongs to this user and no one else may write to it.
pub(crate) fn is_private(metadata: &Metadata) -> bool {
    metadata.uid() == geteuid().as_raw() && metadata.mode() & 0o022 == 0
}

/// Returns `true` if the kernel can report the pages of a memory that were touched: Linux 6.7 and later. (The engine
/// asks the kernel itself; this only decides how much memory is worth keeping.)
pub(crate) fn scans_pages() -> bool {
    const SINCE: (u32, u32) = (6, 7);
    if !cfg!(target_os = "linux") {
        return false;
    }
    // Without /proc the answer is no, which is only slower.
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split(['.', '-']).map(|part| part.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= SINCE
}

/// The system's report of this process's memory use, opened while the process may still open files.
pub(crate) struct MemoryUse(Option<File>);

impl MemoryUse {
    pub(crate) fn open() -> MemoryUse {
        MemoryUse(File::open("/proc/self/status").ok())
    }

    /// Returns the resources that this process has used; `None` if `/proc` does not report its memory use.
    pub(crate) fn usage(self) -> Option<Usage> {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        let mut status = String::new();
        self.0?.read_to_string(&mut status).ok()?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kibibytes: u64 = peak.trim().strip_suffix("kB")?.trim().parse().ok()?;
        let processor = Duration::new(time.tv_sec as u64, time.tv_nsec as u32);
        Some(Usage { processor, memory: kibibytes << 10 })
    }
}

/// Returns the number of page faults of this thread so far; `None` if the kernel does not count them for one thread.
/// While it stays the same, this thread has written only to pages that were already private.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "no safe binding reports the resources that one thread has used")]
pub(crate) fn page_faults() -> Option<u64> {
    // SAFETY: zeros are a valid value of this structure of numbers, and the kernel writes to nothing else.
    let (done, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage), usage)
    };
    // Every running thread has page faults, so zero means that the kernel does not count them.
    let faults = usage.ru_minflt as u64 + usage.ru_majflt as u64;
    (done == 0 && faults > 0).then_some(faults)
}

/// Returns `None`: faults are not counted for one thread here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn page_faults() -> Option<u64> {
    None
}

/// The kernel's table of this process's pages, opened before the process loses access to files.
pub(crate) struct PageTable(Option<File>);

impl PageTable {
    pub(crate) fn open() -> PageTable {
        // The table has one entry per page, so this code supports one page size only.
        let is_known = cfg!(all(target_os = "linux", target_arch = "x86_64"));
        PageTable(is_known.then(|| File::open("/proc/self/pagemap").ok()).flatten())
    }

    /// Returns `true` if the kernel shows the table.
    pub(crate) fn is_shown(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the numbers of the pages of 4 KiB of a mapping that may differ from its file, because this process has a
    /// copy of its own. `None` if the kernel does not report it.
    ///
    /// # Source
    /// Linux, `Documentation/admin-guide/mm/pagemap.rst`: bits 61 (page of a file), 62 (swapped) and 63 (present).
    pub(crate) fn own_pages(&self, mapping: &[u8]) -> Option<Vec<usize>> {
        const ENTRY: usize = 8;
        const PAGE: usize = 4_096;
        let mut entries = vec![0; mapping.len() / PAGE * ENTRY];
        let at = mapping.as_ptr().addr() / PAGE * ENTRY;
        self.0.as_ref()?.read_exact_at(&mut entries, at as u64).ok()?;
        let flags = entries.iter().skip(ENTRY - 1).step_by(ENTRY).map(|byte| byte >> 5);
        Some(
            flags
                .enumerate()
                .filter(|(_, flags)| flags & 0b110 != 0 && flags & 1 == 0)
                .map(|(page, _)| page)
                .collect(),
        )
    }
}
