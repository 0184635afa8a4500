//! Linux: the kernel kills a child whose parent is gone.

use std::io;

use rustix::process::{Signal, getppid, set_parent_process_death_signal};

/// Makes the kernel kill this process when the parent's thread that started it ends: a parent that waits for its child,
/// as ours does, waits in that thread.
///
/// # Errors
/// When the parent is gone already.
pub(crate) fn die_with_parent(parent: u32) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // A parent that ended before that went unnoticed: its child has another parent now.
    if getppid().is_none_or(|now| now.as_raw_nonzero().get() as u32 != parent) {
        return Err(io::Error::other("the parent is gone"));
    }
    Ok(())
}
