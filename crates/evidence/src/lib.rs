//! The proof of one match: everything that one entrant may have of it, in one archive that verifies by itself.
//!
//! A [`Package`] is made of a run by [`Package::of`], written and read as the bytes of an archive. [`check()`] judges the
//! result by the rules, has the entrant's module answer again, and leads from the match to the root of the run. What it
//! finds are [`Findings`]. Nothing here plays: a module is asked by a [`Host`], which comes from outside.

mod answers;
mod check;
mod error;
mod findings;
mod membership;
mod package;

pub use answers::{Host, Question, Retraced};
pub use check::check;
pub use error::{MakingError, Problem};
pub use findings::{Answers, Findings, Outcome};
pub use package::{Package, PackageError};
