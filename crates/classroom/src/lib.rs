//! Everything that is done with a class, as functions from values to values.
//!
//! [`OpenClass`] is a class's folder, opened. Each use case is a function of it that returns what came of it; what whoever
//! acts should know is part of that, as [`Warning`]s. What is shown as JSON is a `json::Shape` beside the function. Nothing
//! here prints, reads arguments or asks whether there is a terminal.
//!
//! In reading order: [`OpenClass`], [`Warning`]; [`announce`]; [`close`], [`reopen`]; [`freeze`], [`release`], [`seen`]; [`adopt`].

mod adoption;
mod announcement;
mod closing;
mod freezing;
mod open_class;
mod text_change;
mod utc;
mod warning;

pub use adoption::{Adoption, DisplacedVersion, adopt, preview_adoption};
pub use announcement::{Announcement, announce};
pub use closing::{ClosedState, close, reopen};
pub use freezing::{Freezing, Release, freeze, release, seen};
pub use open_class::{OpenClass, OpenError, find_student, now, read_plan};
pub use warning::Warning;
