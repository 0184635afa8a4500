//! The tests of `ledger`, as one program.

mod common;
mod damage;
mod disk;
mod migration;
mod proof;
mod readme;
mod record;
mod root;
