//! Operations on a class, as functions from values to values.
//!
//! [`OpenClass`] is an opened class folder. Each operation is a function of it that returns its result, which includes
//! [`Warning`]s for the user. JSON output is a `json::Shape` beside the function. Nothing here prints, reads arguments
//! or checks for a terminal.
//!
//! Hand-ins are validated and played through a `job::Validator` and a `job::Executor` that the caller passes in, so a
//! process without wasm can hold a class.
//!
//! Each module is a topic. In reading order: [`class_text`], [`roster`], [`links`], [`sign_on`], [`announcement`],
//! [`questions`], [`mail`];
//! [`deadlines`], [`freezing`]; [`starting`], [`validation`], [`submission`], [`bots`]; [`status`], [`words`],
//! [`history`]; [`judging`], [`orders`];
//! [`runs`], [`ladder`]; [`language`]; [`grades`], [`feedback`]; [`near_copies`]; [`backup`], [`privacy`].

pub mod announcement;
pub mod backup;
pub mod bots;
pub mod class_text;
pub mod deadlines;
pub mod feedback;
pub mod freezing;
pub mod grades;
pub mod history;
pub mod judging;
pub mod ladder;
pub mod language;
pub mod links;
pub mod mail;
mod named_file;
pub mod near_copies;
mod next_step;
mod open_class;
pub mod orders;
pub mod privacy;
mod private_page;
pub mod questions;
pub mod roster;
pub mod runs;
pub mod sign_on;
pub mod starting;
pub mod status;
pub mod submission;
mod toml_string;
mod utc;
pub mod validation;
mod warning;
mod whole_number;
pub mod words;

pub use named_file::NamedFile;
pub use next_step::NextStep;
pub use open_class::{OpenClass, OpenError, engine_warning, find_contender, find_student, now, read_plan};
pub use utc::Utc;
pub use warning::Warning;
