//! A bot's calls on its own positions, in every game.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod calls;
mod hidden;
mod limits;
mod strangers;
mod support;
