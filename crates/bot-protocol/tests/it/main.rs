//! The tests of `bot-protocol`, as one program: calls on positions, and the lines of programs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod calls;
mod file_games;
mod hidden;
mod limits;
mod lines;
mod strangers;
mod support;
