//! What kind of error it is, and what to do about it.
//!
//! A library crate says what went wrong in words of its own error type. What somebody can do with that is the same for
//! a command and for a server: the [`Kind`] becomes an exit code or a status, the hints are shown below the message. An
//! error type that has both implements [`Explain`]; [`Error`] is what is left of it where only that matters. [`closest`] and
//! [`meant_file`] find what was probably meant by a name that is none; [`quoted`] makes a word of a command that a hint names.

mod closest;
mod disk;
mod error;
mod kind;
mod nearby;
mod quoted;

pub use closest::closest;
pub use disk::what_helps;
pub use error::{Error, Explain, with_causes};
pub use kind::Kind;
pub use nearby::meant_file;
pub use quoted::quoted;
