//! The tests of `sandbox`, as one program.

mod calls;
mod clocks;
#[path = "../common/mod.rs"]
mod common;
mod cpu_guard;
mod door;
mod fixtures;
mod foreign;
mod mangled;
mod memory;
mod programs;
mod split;
