//! Results to ratings with error bars; pure.
//!
//! placeholder

pub mod results;

pub mod table;

pub mod note;
pub mod ratings;
pub mod scale;

pub mod bkr;
pub mod bradley_terry;
mod connections;
mod dense;
pub mod elo;
pub mod glicko2;
pub mod weng_lin;

pub mod model;

mod multinomial;
pub mod pair_score;
pub mod sprt;

pub mod crosstable;
pub mod cycles;
pub mod summary;

pub mod rating_list;
