//! Detection of near copies among submissions: finds code that two works share and that not every student was given.
//!
//! The crate takes bytes and texts, and returns numbers. The result is a list for the teacher, never a verdict. The
//! README gives the rates of detected copies and of listed independent works.
//!
//! In reading order:
//!
//! - [`module()`], [`script()`], [`scripts()`]: a submission as a [`Work`] with the fingerprints of its functions
//!   ([`Part`]).
//! - `program`, `run`, `value`, `places`: a module's functions by what they compute. `tokens`, `parser`, `tree`,
//!   `normal`, `variables`: a script by the tokens of its normal form.
//! - [`source()`], [`SourceLanguage`]: the source of a module, by its tokens as written (`lexed`).
//! - [`Given`]: discounted fingerprints, which every student may have.
//! - [`Own`], [`Likeness`], [`Match`]: the comparison of two works. [`pairs`]: those for the teacher to compare.
//!   [`Threshold`]: the minimum similarity. [`passages`]: two texts, by lines.

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

pub use compare::{Likeness, Match, Own, Pair, pairs};
pub use given::Given;
pub use module::{Unreadable, module};
pub use passages::{Passage, passages};
pub use print::Print;
pub use script::{script, scripts};
pub use source::{SourceLanguage, source};
pub use threshold::Threshold;
pub use work::{Kind, Part, Work};
