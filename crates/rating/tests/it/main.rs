//! The tests of `rating` in one program.

mod coverage;
mod degenerate;
mod laws;
mod second_fit;
