//! The tests of `runner`, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod adopting;
mod common;
mod comparing;
mod crashes;
mod earlier;
mod early_stop;
mod executors;
mod file_games;
mod forged;
mod large;
mod openings;
mod rulings;
mod sequential;
mod slow;
mod swiss;
mod untrusted;
mod values;
