//! Detection of near copies among submissions: finds code that two works share and that not every student was given.
//!
//! The crate takes bytes and texts, and returns numbers. The result is a list for the teacher, never a verdict. The
//! README gives the rates of detected copies and of listed independent works.
//!
//! In reading order:
//!
//! - [`module()`], [`script()`], [`scripts()`]: a submission as a [`Work`] with the fingerprints of its functions
//!   ([`Part`]).
//! - `program`, `symbolic_execution`, `symbolic_value`, `variable_values`: a module's functions by what they compute.
//!   `tokens`, `parser`, `tree`, `normal_form`, `variables`: a script by the tokens of its normal form.
//! - [`source()`], [`SourceLanguage`]: the source of a module, by its tokens as written (`source_tokens`).
//! - [`Discounted`]: discounted fingerprints, which every student may have.
//! - [`OwnFingerprints`], [`Likeness`], [`FunctionMatch`]: the comparison of two works. [`pairs`]: those for the
//!   teacher to compare. [`Threshold`]: the minimum similarity. [`passages`]: two texts, by lines.

mod compare;
mod discounted;
mod fingerprint;
mod module;
mod normal_form;
mod parser;
mod passages;
mod program;
mod script;
mod source;
mod source_tokens;
mod symbolic_execution;
mod symbolic_value;
mod threshold;
mod tokens;
mod tree;
mod types;
mod variable_values;
mod variables;
mod work;

pub use compare::{FunctionMatch, Likeness, OwnFingerprints, WorkPair, pairs};
pub use discounted::Discounted;
pub use fingerprint::Fingerprint;
pub use module::{Unreadable, module};
pub use passages::{Passage, passages};
pub use script::{script, scripts};
pub use source::{SourceLanguage, source};
pub use threshold::Threshold;
pub use work::{Kind, Part, Work};
