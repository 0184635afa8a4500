//! What was handed in: whose a file of an archive is, which version counts and why, and who is entered with it.

mod collect;
mod course_languages;
mod entrant_version;
mod entrants;
mod holder;
mod standing;
mod worksheet_time;

pub use collect::{CollectedSubmission, Collecting, Collection, Leftover, NotTaken, collect, find_bot};
pub use entrant_version::{EntrantVersion, entrant_version};
pub use entrants::{Entrant, Entrants, Without, entrants, failing};
pub use holder::Holders;
pub use standing::{Active, NoneActive, OwnDeadline, Standing, WhyActive, deadline, late_days, standing};
