//! Linux: user namespaces, Landlock and seccomp; the kernel kills a child whose parent is gone.

use std::io;

use landlock::{ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, Scope};
use rustix::process::{Signal, getppid, set_parent_process_death_signal};
use rustix::thread::{UnshareFlags, unshare_unsafe};

use crate::{Protection, Role, calls};

/// Confines this process, and returns the protections that are missing.
pub(crate) fn confine(role: Role) -> Vec<Protection> {
    let done = [
        (Protection::UserNamespace, leave_namespaces().is_ok()),
        (Protection::Landlock, give_up_files().is_ok_and(|is_enforced| is_enforced)),
        // Last, because it forbids calls that the others need.
        (Protection::Seccomp, calls::filter(role).is_ok()),
    ];
    let mut missing: Vec<Protection> =
        done.into_iter().filter(|(_, is_done)| !is_done).map(|(protection, _)| protection).collect();
    missing.sort_unstable();
    missing
}

/// Returns `true` if no further thread can be started.
pub(crate) fn forbid_threads() -> bool {
    calls::forbid_threads().is_ok()
}

/// Moves to namespaces with a user without outside rights, no network interface, and no shared memory of others.
#[expect(unsafe_code, reason = "rustix marks every unsharing unsafe, for the sake of descriptors")]
fn leave_namespaces() -> io::Result<()> {
    let flags = UnshareFlags::NEWUSER | UnshareFlags::NEWNET | UnshareFlags::NEWIPC | UnshareFlags::NEWUTS;
    // SAFETY: only unsharing the table of descriptors would be unsafe, and these flags do not.
    Ok(unsafe { unshare_unsafe(flags) }?)
}

/// Returns `true` if no file can be opened from now on. Newer kernels forbid more than that; older ones forbid less.
fn give_up_files() -> Result<bool, landlock::RulesetError> {
    let oldest = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))
        .is_ok();
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(ABI::V6))?
        .handle_access(AccessNet::from_all(ABI::V6))?
        .scope(Scope::from_all(ABI::V6))?;
    let status = ruleset.create()?.restrict_self()?;
    Ok(oldest && status.ruleset != landlock::RulesetStatus::NotEnforced)
}

/// Makes the kernel kill this process when the parent's thread that started it ends.
///
/// # Errors
/// If the parent is already gone.
pub fn die_with_parent(parent: u32) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The kernel does not report a parent that ended before the call above; its child has another parent now.
    if getppid().is_none_or(|now| now.as_raw_nonzero().get() as u32 != parent) {
        return Err(io::Error::other("the parent is gone"));
    }
    Ok(())
}
