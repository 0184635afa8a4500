//! The tests of `tank-war`, as one program.

mod readme;
mod rules;
