//! Systems without resource limits.

use std::io;

use crate::Allowance;

/// Does nothing here.
///
/// # Errors
/// Never here.
pub fn limit(_allowance: Allowance) -> io::Result<()> {
    Ok(())
}

/// Does nothing here.
pub fn close_inherited() {}

/// Does nothing here: descriptors that Rust opens do not reach a child.
pub fn keep_descriptors() {}
