//! Games from files, with rules in Rust instead of a module.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
mod declarations;
mod laws;
mod wrong_answers;
