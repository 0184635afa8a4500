//! Submissions: the senders in an archive, the versions that count, and the entrants of tournaments.

mod course_languages;
mod entrants;
mod hand_in_archive;
mod module_owners;
mod moodle_time;
mod standing;

pub use entrants::{Entrant, Entrants, WhyNotEntered, entrant, entrants, failing};
pub use hand_in_archive::{CollectedSubmission, Collecting, Collection, Leftover, Naming, NotTaken, collect};
pub use module_owners::ModuleOwners;
pub use standing::{
    Active, EntrantVersion, NoneActive, OwnDeadline, Standing, WhyActive, deadline, entrant_version,
    late_days, standing,
};
