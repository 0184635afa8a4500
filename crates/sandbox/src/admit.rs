//! Admission of modules: each is inspected before anything is compiled, identified by its hash, and decided once per
//! machine.

mod cache;
mod decision;
pub(crate) mod inspect;
pub(crate) mod known_code;

pub use cache::stored_code;
pub(crate) use cache::{Cache, Premises, Reservation, sealed, unsealed};
pub(crate) use decision::{AdmittedModule, CodePartName, CodePartOf, Decision};
pub use inspect::inspect;
pub(crate) use inspect::inspect_around;
pub use known_code::{FunctionSizes, KnownCode, Preparation, code_name};
