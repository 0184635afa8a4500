//! The tests of `copies`, in one binary.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod measure;
#[cfg(unix)]
mod starters;
mod works;
