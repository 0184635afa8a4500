//! The tests of `tournament`, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod brackets;
mod careers;
mod early_stops;
mod faults;
mod knockouts;
mod ladders;
mod laws;
mod play;
mod play_offs;
mod result_loader;
mod rulings;
mod tie_breaks;
mod unplayed_rounds;
