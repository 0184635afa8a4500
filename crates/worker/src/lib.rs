//! Jobs played and scripts built in processes that hold nothing: neither file nor database, token or network.
//!
//! [`IsolatedValidator`] and [`Workers`] are to `play`'s validator and threads what a process is to a thread. The parent
//! decides about modules without loading any machine code ([`sandbox::Verdict`]); a worker, which is this program started
//! again, gets what was decided over its pipe, loads it and plays. What a worker sends is checked and bounded, and never
//! believed about anything but what it was asked for. A worker that is lost is replaced; what it played is void.
//!
//! In reading order: [`Isolation`], [`missing_protections`], [`WorkerError`]; [`IsolatedValidator`], [`Workers`]; [`worker_main`], [`enter`];
//! [`message`], [`frame`].

mod allowance;
mod child;
mod error;
pub mod frame;
mod held;
mod isolation;
pub mod message;
mod missing;
mod pace;
mod pipeline;
mod process;
mod shared;
mod slot;
mod validator;
mod watch;
mod worker;
mod workers;

pub use child::{NotConfined, WORKER_ARGUMENT, enter, worker_main};
pub use confine::{Protection, Strictness, keep_descriptors};
pub use error::WorkerError;
pub use isolation::Isolation;
pub use missing::missing_protections;
pub use validator::IsolatedValidator;
pub use workers::Workers;
