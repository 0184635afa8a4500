//! Linux: user namespaces, Landlock, seccomp; and the kernel kills a child whose parent is gone.

use std::io;

use landlock::{ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, Scope};
use rustix::process::{Signal, getppid, set_parent_process_death_signal};
use rustix::thread::{UnshareFlags, unshare_unsafe};

use crate::{Protection, Role, calls};

/// The protections that are missing afterwards.
pub(crate) fn confine(role: Role) -> Vec<Protection> {
    let done = [
        (Protection::UserNamespace, leave_namespaces().is_ok()),
        (Protection::Landlock, give_up_files().is_ok_and(|is_enforced| is_enforced)),
        // Last, since it forbids what the others take.
        (Protection::Seccomp, calls::filter(role).is_ok()),
    ];
    let mut missing: Vec<Protection> =
        done.into_iter().filter(|(_, is_done)| !is_done).map(|(protection, _)| protection).collect();
    missing.sort_unstable();
    missing
}

/// Returns whether no further thread can be started.
pub(crate) fn forbid_threads() -> bool {
    calls::forbid_threads().is_ok()
}

/// A user without rights outside, no network interface, and no shared memory of others.
#[expect(unsafe_code, reason = "rustix marks every unsharing unsafe, for the sake of descriptors")]
fn leave_namespaces() -> io::Result<()> {
    let flags = UnshareFlags::NEWUSER | UnshareFlags::NEWNET | UnshareFlags::NEWIPC | UnshareFlags::NEWUTS;
    // SAFETY: what is unsafe is to unshare the table of descriptors, which these flags do not.
    Ok(unsafe { unshare_unsafe(flags) }?)
}

/// Returns whether no file can be opened from now on. Newer kernels forbid more than that; older ones forbid what they
/// can.
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
/// When the parent is gone already.
pub fn die_with_parent(parent: u32) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // A parent that ended before that went unnoticed: its child has another parent now.
    if getppid().is_none_or(|now| now.as_raw_nonzero().get() as u32 != parent) {
        return Err(io::Error::other("the parent is gone"));
    }
    Ok(())
}
