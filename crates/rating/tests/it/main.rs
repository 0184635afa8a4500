//! The tests of `rating`, as one program.

mod coverage;
mod degenerate;
mod laws;
mod second_fit;
