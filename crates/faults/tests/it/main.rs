//! The tests of `faults`, as one program.

mod disk;
mod sqlite;
