//! Scripts as bots: a script becomes one complete module.
//!
//! The interpreter of its language loads the script in the sandbox, once. What its memory holds then is the state of the
//! module that is made, so that a match begins where loading ended. Whoever plays it needs neither the script nor this
//! crate.
//!
//! In reading order:
//!
//! - [`Interpreter`]: the languages, each with a prebuilt interpreter.
//! - [`KNOWN`]: their code, about which no limit decides; [`modules()`]: all that is part of this program.
//! - [`Types`]: TypeScript without its types.
//! - [`Folder`]: the files of a script, and no others; `Entry`: the entry file under the name that its interpreter knows;
//!   [`text()`]: what is in one.
//! - `named`: what a text names of other files.
//! - `nearby`: the files that a script may ask for in a survey.
//! - `Blob`: what an interpreter is handed.
//! - [`build`], [`ScriptModule`]: from a script to a module.
//! - [`BuildError`]: what can be wrong with a script, for its author.

mod advice;
mod blob;
mod build;
mod error;
mod folder;
mod imports;
mod interpreter;
mod known;
mod modules;
mod nearby;
mod syntax;
mod text;
mod types;

pub use blob::{metric_names, view_table};
pub use build::{ScriptModule, build, no_script};
pub use error::BuildError;
pub use folder::Folder;
pub use interpreter::{INTERPRETERS, Interpreter};
pub use known::KNOWN;
pub use modules::modules;
pub use text::text;
pub use types::Types;
