//! The tests of `job`, as one program.

mod laws;
mod readme;
