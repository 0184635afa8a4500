//! Scripts as bots: a script becomes one complete module.
//!
//! The interpreter of its language loads the script in the sandbox, once. Its memory after that becomes the state of
//! the new module, so that a match starts where loading ended. Playing the module needs neither the script nor this
//! crate.
//!
//! In reading order:
//!
//! - [`Interpreter`]: the languages, each with a prebuilt interpreter.
//! - [`KNOWN`]: their code, to which no limits apply; [`modules()`]: all modules that are part of this program.
//! - [`Types`]: TypeScript without its types.
//! - [`Folder`]: the files of a script, and no others; `Entry`: the entry file under the name that its interpreter
//!   knows; [`text()`]: the text of a file.
//! - `named`: the files that a text names.
//! - `nearby`: the files that a script may ask for in a survey.
//! - `Blob`: the input of an interpreter.
//! - [`build`], [`ScriptModule`]: from a script to a module.
//! - [`build_rules`], [`RulesModule`]: from the rules of a game to a module.
//! - [`BuildError`]: errors of a script, for its author.

mod advice;
mod build;
mod error;
mod folder;
mod imports;
mod interpreter;
mod interpreter_input;
mod known_interpreters;
mod modules;
mod nearby_files;
mod rules;
mod script_text;
mod syntax;
mod types;

pub use build::{ScriptModule, build, no_script};
pub use error::BuildError;
pub use folder::Folder;
pub use interpreter::{INTERPRETERS, Interpreter};
pub use interpreter_input::{metric_names, view_table};
pub use known_interpreters::KNOWN;
pub use modules::modules;
pub use rules::{RulesModule, build_rules};
pub use script_text::text;
pub use types::Types;
