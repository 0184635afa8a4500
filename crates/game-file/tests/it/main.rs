//! Games from files, with rules in Rust instead of a module.

#[path = "../common/mod.rs"]
mod common;
mod declarations;
mod laws;
mod wrong_answers;
