//! Watching from outside: files that are saved as editors do, and a server that answers one page alone.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod follower;
mod server;
