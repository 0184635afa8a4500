//! The tests of `replay`, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod archive;
mod laws;
mod logs;
mod rejudging;
