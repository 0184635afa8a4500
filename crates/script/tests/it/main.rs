//! The tests of `script`, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod broken;
mod common;
mod computed;
mod javascript;
mod layouts;
mod mutated;
mod python;
mod rules;
mod typescript;
