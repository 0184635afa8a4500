//! Jobs played and scripts built in processes that hold nothing: no file, database, token or network.
//!
//! [`IsolatedValidator`] and [`Workers`] replace `play`'s validator and threads, with processes instead of threads.
//! The parent decides about modules without loading any machine code ([`sandbox::Verdict`]). A worker, which is this
//! program started again, gets the decisions over its pipe, loads them and plays. Its messages are checked and
//! bounded, and are trusted only for what it was asked. A lost worker is replaced, and its matches are void.
//!
//! In reading order: [`Isolation`], [`missing_protections`], [`WorkerError`]; [`IsolatedValidator`], [`Workers`];
//! [`worker_main`], [`enter`]; [`message`], [`frame`].

mod allowance;
mod child;
mod error;
pub mod frame;
mod held_modules;
mod isolation;
mod match_durations;
pub mod message;
mod pipeline;
mod process;
mod shared;
mod slot;
mod validator;
mod watchdog;
mod worker;
mod workers;

pub use child::{NotConfined, WORKER_ARGUMENT, enter, worker_main};
pub use confine::{Protection, Strictness, keep_descriptors};
pub use error::WorkerError;
pub use isolation::{Isolation, missing_protections};
pub use validator::IsolatedValidator;
pub use workers::Workers;
