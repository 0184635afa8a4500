//! The tests of `tank-battle`, as one program.

mod agreement;
mod laws;
mod rules;
mod seam;
mod text;
