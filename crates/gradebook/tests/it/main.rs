//! The integration tests of `gradebook`, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bytes;
mod comments;
mod formats;
mod hostile;
