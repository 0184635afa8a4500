//! Submissions: the senders in an archive, the versions that count, and the entrants of tournaments.

mod collect;
mod course_languages;
mod entrants;
mod holder;
mod standing;
mod worksheet_time;

pub use collect::{CollectedSubmission, Collecting, Collection, Leftover, Naming, NotTaken, collect};
pub use entrants::{Entrant, Entrants, Without, entrant, entrants, failing};
pub use holder::Holders;
pub use standing::{
    Active, EntrantVersion, NoneActive, OwnDeadline, Standing, WhyActive, deadline, entrant_version,
    late_days, standing,
};
