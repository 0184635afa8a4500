//! Ledger to a site: HTML, charts, CSV, JSON.

mod board;
mod cell;
mod charts;
mod export;
pub mod model;
mod page;
mod replay;
#[cfg(test)]
mod sample;
mod shown;
#[cfg(test)]
mod tests;

pub use shown::visible;
