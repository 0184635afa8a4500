//! The tests of the public interface, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounted;
mod files;
mod ordo;
