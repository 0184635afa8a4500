//! What a bot may do with positions of its own, over every game.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod calls;
mod hidden;
mod limits;
mod strangers;
mod support;
