//! The tests of `sandbox`, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod admission;
mod calls;
mod carried;
mod clocks;
#[path = "../common/mod.rs"]
mod common;
mod cpu_guard;
mod fixtures;
mod foreign;
mod known;
mod mangled;
mod memory;
mod positions;
mod programs;
mod rules;
mod split;
