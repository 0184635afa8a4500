//! Gives a development build of `muster` a fixed address in memory. It then starts in 3.5 ms instead of 6.5, because a
//! quarter of a million addresses need no relocation, and the tests start it more than four thousand times. A release
//! is position-independent, so that the addresses of its code cannot be predicted.

#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "debug") && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
