//! Kinds of errors, and advice on them.
//!
//! A library crate describes a failure in its own error type. The advice is the same for a command and for a server:
//! the [`Kind`] becomes an exit code or a status, and the hints are shown below the message. An error type with a kind
//! and hints implements [`Explain`]; [`Error`] keeps only these and the message. [`closest`] and [`meant_file`] suggest
//! an existing name for an unknown one; [`quoted`] quotes a word of a command in a hint.

mod closest_file;
mod closest_word;
mod disk;
mod error;
mod kind;
mod shell_quoting;

pub use closest_file::meant_file;
pub use closest_word::closest;
pub use disk::what_helps;
pub use error::{Error, Explain, with_causes};
pub use kind::Kind;
pub use shell_quoting::quoted;
