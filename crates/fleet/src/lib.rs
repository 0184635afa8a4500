//! Matches played on many machines, handed out by NATS `JetStream`.
//!
//! A coordinator has a ledger and needs matches played; workers play them. Between them, a NATS server keeps jobs,
//! results and modules in streams. Nothing relies on it: it may lose, repeat and reorder messages. The ledger is the
//! truth, a record is a pure function of its job, and a job that has neither a result nor a worker is republished.
//!
//! tokio stays within this crate: [`FleetExecutor`] is an executor like any other, and [`work`] returns when its worker
//! is done.
//!
//! In reading order: [`FleetFolder`], its [`UserRegister`] and the server's configuration; [`Key`], [`PublicKey`],
//! [`Credentials`]; [`subject`]; [`message`]; [`FleetValidator`], [`FleetExecutor`]; [`work`]; [`status()`];
//! [`FleetError`].

mod connection;
mod coordinator;
mod credentials;
mod error;
mod executor;
mod folder;
mod job_class;
mod key;
pub mod message;
mod removal;
mod runtime;
mod send_order;
mod server_config;
mod status;
mod streams;
pub mod subject;
#[cfg(test)]
mod testing;
mod users;
mod validator;
mod worker;

pub use coordinator::{Checks, CoordinatorOptions};
pub use credentials::Credentials;
pub use error::FleetError;
pub use executor::FleetExecutor;
pub use folder::{AddedUser, FleetFolder, MadeFleet, RetiredUser, ServerState, Tls};
pub use job_class::JobClass;
pub use key::{Key, PublicKey};
pub use removal::forget;
pub use send_order::order;
pub use status::{
    CoordinatorStatus, FleetStatus, HeldBatchStatus, Idleness, QueueStatus, StreamStatus, WaitingResults,
    WorkerStatus, status,
};
pub use users::{Role, User, UserRegister};
pub use validator::FleetValidator;
pub use worker::{ReferenceMatch, WorkerOptions, record_hash, work};
