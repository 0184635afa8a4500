//! The tests of `browser`, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod archived;
mod common;
mod game_file;
mod hostile;
mod live;
mod recorded;
