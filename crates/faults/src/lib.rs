//! For tests: a disk that fails, and a machine that stops, at any operation.
//!
//! A `Disk` watches all operations below a directory, made through the crate `files` and through SQLite. Every
//! operation has a number, from 0. One of them can be made to fail, or to be the last. From the `History` of a
//! course, every `Crash` of it can be tried without running the course again.
//!
//! In reading order: `Disk`, `Fault`; `Change`, `History`, `Crash`, `Image`; `each_crash`, `each_state`,
//! `each_failure`.

#![cfg(feature = "watch")]

mod change;
mod contents;
mod crash_trial;
mod disk;
mod fault;
mod history;
mod image;
mod names;
mod scratch;
mod sqlite;
mod state;
mod watched_disk;

pub use change::Change;
pub use crash_trial::{PointSample, TrialExtent, each_crash, each_failure, each_state};
pub use disk::Disk;
pub use fault::Fault;
pub use history::{Crash, History};
pub use image::Image;
pub use scratch::scratch;
