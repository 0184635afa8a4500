//! The tests of `config`, in one binary.

mod hostile;
mod plans;
mod problems;
