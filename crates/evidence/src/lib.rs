//! The proof of one match: everything that one entrant may have of it, in one archive that verifies by itself.
//!
//! [`Package::assemble`] makes a [`Package`] from a run, which is written and read as the bytes of an archive.
//! [`check()`] judges the result by the rules, asks the entrant's module again, and follows the path from the match to
//! the root of the run. It returns [`Findings`]. This crate does not play: the caller provides a [`Host`] that asks
//! modules.

mod check;
mod error;
mod findings;
mod membership;
mod package;
mod repeated_answers;

pub use check::check;
pub use error::{MakingError, Problem};
pub use findings::{Findings, Outcome, RepeatedAnswers};
pub use package::{Package, PackageError};
pub use repeated_answers::{Host, Question, Retraced};
