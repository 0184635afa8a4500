//! Scripts as bots: a script becomes one complete module.
//!
//! The interpreter of its language loads the script in the sandbox, once. What its memory holds then is the state of the
//! module that is made, so that a match begins where loading ended. Whoever plays it needs neither the script nor this
//! crate.
//!
//! In reading order:
//!
//! - [`Interpreter`]: the languages, each with a prebuilt interpreter.
//! - [`Types`]: TypeScript without its types.
//! - `Folder`: the files of a script, and no others.
//! - `Blob`: what an interpreter is handed.
//! - [`build`], [`Built`]: from a script's file to a module.
//! - [`BuildError`]: what can be wrong with a script, for its author.

mod blob;
mod build;
mod error;
mod folder;
mod interpreter;
mod layout;
mod types;

pub use build::{Built, build};
pub use error::BuildError;
pub use interpreter::{INTERPRETERS, Interpreter};
pub use types::Types;
