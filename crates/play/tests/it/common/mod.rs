//! What decides and plays, for the tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use play::LocalValidator;
use sandbox::{Sandbox, SandboxOptions};

pub(crate) fn validator() -> LocalValidator {
    LocalValidator::new(Sandbox::new(&SandboxOptions::default()).unwrap())
}
