//! Results to ratings with error bars; pure.
//!
//! placeholder

mod connections;
mod dense;

pub mod bradley_terry;
pub mod note;
pub mod results;
pub mod scale;
pub mod table;
mod multinomial;
pub mod pair_score;
pub mod sprt;
