//! Everything that is done with a class, as functions from values to values.
//!
//! [`OpenClass`] is a class's folder, opened. Each use case is a function of it that returns what came of it; what whoever
//! acts should know is part of that, as [`Warning`]s. What is shown as JSON is a `json::Shape` beside the function. Nothing
//! here prints, reads arguments or asks whether there is a terminal.
//!
//! What is handed in is validated, and played, through a `job::Validator` and a `job::Executor` that are handed to the
//! function, so that a process without wasm can hold a class.
//!
//! In reading order: [`OpenClass`], [`Warning`]; [`import_roster`], [`RosterReport`]; [`announce`]; [`close`], [`reopen`];
//! [`freeze`], [`release`], [`seen`]; [`adopt`]; [`status`], [`ContenderStatus`], [`words`]; [`submit`],
//! [`submit_archive`]; [`activate`], [`extend`]; [`Judge`], [`work`], [`GamesList`], [`badges`]; [`preview_rejudgement`],
//! [`apply_rejudgement`]; [`request_scrimmage`], [`requests`]; [`engine_warning`].

mod activation;
mod adoption;
mod announcement;
pub mod badges;
mod bot_file;
mod class_status;
mod closing;
mod contender_status;
mod engine;
mod extension;
mod freezing;
mod judging;
mod open_class;
pub mod requests;
mod roster;
mod scrimmage;
mod submission;
mod text_change;
mod utc;
mod validation;
mod warning;
pub mod words;

pub use activation::{Activation, activate};
pub use adoption::{Adoption, DisplacedVersion, adopt, preview_adoption};
pub use announcement::{Announcement, announce};
pub use bot_file::{read_bot, unread_bot};
pub use class_status::{ClassReport, ClassStatus, status};
pub use closing::{ClosedState, close, reopen};
pub use contender_status::{ContenderStatus, EntryReport, SubmissionReport, must_be_accepted};
pub use engine::engine_warning;
pub use extension::{ExtendedDeadline, ExtensionReport, extend};
pub use freezing::{Freezing, Release, freeze, release, seen};
pub use judging::{
    GamesList, Judge, ListedGame, Opponents, RejudgeReport, RejudgementState, RejudgementSummary, WorkEvent,
    WorkReport, WorkResult, WorkResultKind, apply_rejudgement, lock, preview_rejudgement, work,
};
pub use open_class::{OpenClass, OpenError, find_contender, find_student, now, read_plan};
pub use roster::{RosterFile, RosterImport, RosterImportReport, RosterReport, import_roster, preview_roster};
pub use scrimmage::{
    RequestsReport, ScrimmageOpponent, ScrimmageReceipt, ScrimmageReceiptReport, ScrimmageRequest,
    WaitingReport, games_of_request, request_scrimmage,
};
pub use submission::{
    Archive, ArchiveEntry, ArchiveReport, ArchiveSummary, LARGEST_ARCHIVE, Receipt, SubmitReport,
    SubmitSummary, SubmittedFile, Worksheet, preview_archive, submit, submit_archive,
};
pub use validation::LARGEST_SOURCE;
pub use warning::Warning;
