//! Tests of saves as editors make them, and of the page's server.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod follower;
mod server;
