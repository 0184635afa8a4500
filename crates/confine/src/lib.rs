//! Permanent restrictions of a process that handles untrusted data: no files, network or other processes.
//!
//! A process calls these functions on itself. It cannot take back what it has given up, and neither can code that
//! takes it over. Its open pipes and its memory stay usable.
//!
//! In reading order: [`keep_descriptors`], [`close_inherited`], [`Allowance`], [`limit`], [`die_with_parent`];
//! [`Role`], [`MEMORY_FILES`], [`confine`], [`forbid_threads`], [`Protection`], [`Strictness`], [`Unprotected`].

mod protection;

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "other.rs")]
mod system;

#[cfg(target_os = "linux")]
mod calls;

#[cfg_attr(unix, path = "resources/unix.rs")]
#[cfg_attr(not(unix), path = "resources/other.rs")]
mod resources;

pub use protection::{Protection, Strictness, Unprotected};
pub use resources::{close_inherited, keep_descriptors, limit};
pub use system::die_with_parent;

/// Maximum number of files in memory that a [player](Role::Player) makes over its lifetime, because it cannot close
/// any. Each holds the initial memory of a module.
pub const MEMORY_FILES: u64 = 32;

/// The task of a confined process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Compiling, for which it may start threads.
    Compiler,
    /// Loading modules and playing, on one thread, with up to [`MEMORY_FILES`] files in memory.
    Player,
}

/// Maximum resources of a process over its whole life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Processor time in seconds.
    pub seconds: u64,
    /// Bytes of writable memory. Address space that is only reserved does not count.
    pub bytes: u64,
}

/// Drops access to files, network and other processes, as far as this system allows: a user namespace of its own with
/// an empty network, Landlock without any exception, and a filter of system calls. Must be called while the process
/// has one thread.
///
/// # Errors
/// If a protection is missing that `strictness` requires. The process is confined as far as possible, and must end.
pub fn confine(role: Role, strictness: Strictness) -> Result<Vec<Protection>, Unprotected> {
    strictness.judge(system::confine(role))
}

/// Permanently forbids further threads to a [compiler](Role::Compiler) that has started all it needs.
///
/// # Errors
/// If this system cannot do so, and `strictness` requires it.
pub fn forbid_threads(strictness: Strictness) -> Result<(), Unprotected> {
    if system::forbid_threads() {
        return Ok(());
    }
    strictness.judge(vec![Protection::Seccomp]).map(drop)
}
