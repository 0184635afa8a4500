//! Everything that is done with a class, as functions from values to values.
//!
//! [`OpenClass`] is a class's folder, opened. Each use case is a function of it that returns what came of it; what whoever
//! acts should know is part of that, as [`Warning`]s. What is shown as JSON is a `json::Shape` beside the function. Nothing
//! here prints, reads arguments or asks whether there is a terminal.
//!
//! In reading order: [`OpenClass`], [`Warning`]; [`import_roster`], [`RosterReport`]; [`announce`]; [`close`], [`reopen`]; [`freeze`], [`release`], [`seen`]; [`adopt`];
//! [`status`], [`ContenderStatus`], [`words`]; [`activate`], [`extend`]; [`badges`].

mod activation;
mod adoption;
mod announcement;
pub mod badges;
mod class_status;
mod closing;
mod contender_status;
mod extension;
mod freezing;
mod open_class;
mod roster;
mod text_change;
mod utc;
mod warning;
pub mod words;

pub use activation::{Activation, activate};
pub use adoption::{Adoption, DisplacedVersion, adopt, preview_adoption};
pub use announcement::{Announcement, announce};
pub use class_status::{ClassReport, ClassStatus, status};
pub use closing::{ClosedState, close, reopen};
pub use contender_status::{ContenderStatus, EntryReport, SubmissionReport, must_be_accepted};
pub use extension::{ExtendedDeadline, ExtensionReport, extend};
pub use freezing::{Freezing, Release, freeze, release, seen};
pub use open_class::{OpenClass, OpenError, find_contender, find_student, now, read_plan};
pub use roster::{RosterFile, RosterImport, RosterImportReport, RosterReport, import_roster, preview_roster};
pub use warning::Warning;
