//! The tests of `play`, in one binary.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
mod jobs;
mod logs;
mod profiling;
mod reference;
mod trial;
mod validator;
