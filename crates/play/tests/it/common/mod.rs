//! The validator of the tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use play::LocalValidator;
use sandbox::{Sandbox, SandboxOptions};

/// Returns a validator that caches compiled code in the build's own folder, since an interpreter takes long to compile.
pub(crate) fn validator() -> LocalValidator {
    let cache = Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    let known = script::KNOWN.to_vec();
    LocalValidator::new(Sandbox::new(&SandboxOptions { cache, known, ..SandboxOptions::default() }).unwrap())
}
