//! The tests of `ledger`, as one program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
mod crashes;
mod damage;
mod disk;
mod proof;
mod readme;
mod record;
mod root;
mod shared;
mod versions;
