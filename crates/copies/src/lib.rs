//! Near copies among what was handed in: what two works share beyond what everybody was given.
//!
//! Bytes and texts in, numbers out. What is found is a list for the teacher, never a verdict; the README says how much is
//! found, and how often independent works are listed.
//!
//! In reading order:
//!
//! - [`module()`], [`script()`], [`scripts()`]: what was handed in, as a [`Work`] with the fingerprints of its functions ([`Part`]).
//! - `program`, `run`, `value`, `places`: a function of a module by what it computes. `tokens`, `parser`, `tree`, `normal`, `variables`: a script by
//!   the tokens of its one form.
//! - [`source()`], [`SourceLanguage`]: the source of a module, by its tokens as they were written (`lexed`).
//! - [`Given`]: what is discounted, because everybody has it; [`BASELINES`]: the sample bots.
//! - [`Own`], [`Likeness`], [`Match`]: two works side by side. [`pairs`]: those worth a look. [`Threshold`]: from what on. [`passages`]: two texts, by lines.

mod baselines;
mod compare;
mod given;
mod lexed;
mod module;
mod normal;
mod parser;
mod passages;
mod places;
mod print;
mod program;
mod run;
mod script;
mod source;
mod threshold;
mod tokens;
mod tree;
mod types;
mod value;
mod variables;
mod work;

pub use baselines::BASELINES;
pub use compare::{Likeness, Match, Own, Pair, pairs};
pub use given::Given;
pub use module::{Unreadable, module};
pub use passages::{Passage, passages};
pub use print::Print;
pub use script::{script, scripts};
pub use source::{SourceLanguage, source};
pub use threshold::Threshold;
pub use work::{Kind, Part, Work};
