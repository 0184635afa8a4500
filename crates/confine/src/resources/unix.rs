//! Unix: resource limits, and descriptors.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::{Allowance, MEMORY_FILES};

/// Descriptors of a confined process other than files in memory: pipes and `/proc/self/pagemap`.
const OTHER_DESCRIPTORS: u64 = 8;
/// Maximum size of a file in memory, in bytes. A module has at most 32 MiB, and its image less than twice that.
const FILE_BYTES: u64 = 64 << 20;

/// Limits this process's processor time, memory, descriptors and file sizes, and forbids other processes and core
/// files. A limit that is already lower stays.
///
/// # Errors
/// If the system refuses a limit.
pub fn limit(allowance: Allowance) -> io::Result<()> {
    let limits = [
        (Resource::Core, 0),
        (Resource::Cpu, allowance.seconds),
        (Resource::Data, allowance.bytes),
        (Resource::Nofile, MEMORY_FILES + OTHER_DESCRIPTORS),
        (Resource::Nproc, 0),
        (Resource::Fsize, FILE_BYTES),
    ];
    for (resource, most) in limits {
        let most = getrlimit(resource).maximum.map_or(most, |allowed| allowed.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

/// Keeps all descriptors except the three standard ones from the programs that this one starts, including inherited
/// descriptors.
#[expect(
    unsafe_code,
    reason = "no safe binding sets a flag of a descriptor that is known by its number alone"
)]
pub fn keep_descriptors() {
    /// Number of descriptors to check if the system does not list them.
    const UNLISTED: i32 = 4096;
    let number = |entry: io::Result<std::fs::DirEntry>| entry.ok()?.file_name().to_str()?.parse().ok();
    let listed = std::fs::read_dir("/dev/fd").map(|entries| entries.filter_map(number).collect());
    let descriptors: Vec<i32> = listed.unwrap_or_else(|_| (3..UNLISTED).collect());
    for descriptor in descriptors.into_iter().filter(|descriptor| *descriptor > libc::STDERR_FILENO) {
        // SAFETY: this touches no memory, and neither reads, writes nor closes anything. A number that is not a
        // descriptor is refused; a descriptor keeps its meaning in this process.
        unsafe {
            libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
}

/// Closes every descriptor except the three standard ones, which the parent may have inherited and left open. Must be
/// called before this process opens anything.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "no safe binding closes descriptors that nobody owns")]
pub fn close_inherited() {
    // SAFETY: nothing in this process has opened a descriptor yet, so no descriptor is closed under its owner. Where
    // the call does not exist, or is refused, nothing happens.
    unsafe {
        libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0);
    }
}

/// Does nothing here: descriptors that Rust opens do not reach a child.
#[cfg(not(target_os = "linux"))]
pub fn close_inherited() {}
