//! Systems without these protections.

use std::io;

use crate::{Protection, Role};

pub(crate) fn confine(_role: Role) -> Vec<Protection> {
    Protection::ALL.to_vec()
}

pub(crate) fn forbid_threads() -> bool {
    false
}

/// Does nothing here: a process detects that its parent is gone when its pipe ends.
///
/// # Errors
/// Never here.
pub fn die_with_parent(_parent: u32) -> io::Result<()> {
    Ok(())
}
