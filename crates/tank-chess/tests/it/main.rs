//! The tests of `tank-chess`, as one program.

mod laws;
mod rules;
mod second_opinion;
