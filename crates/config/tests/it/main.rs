//! The tests of `config`, as one program.

mod hostile;
mod plans;
mod problems;
