//! The tests of `replay`, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod laws;
mod logs;
mod rejudging;
