//! The integration tests of `course-files`, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod archives;
mod bytes;
mod comments;
mod formats;
mod hostile;
