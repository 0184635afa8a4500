//! The status of a class, and of each student or team.

mod class_status;
mod contender_status;

pub use self::class_status::{
    ClassOverviewReport, ClassReport, ClassStatus, ClassSummaryReport, Holder, SectionStatus, SharedFile,
    StatusFilter, class_summary, status,
};
pub use self::contender_status::{
    Condition, ContenderStatus, EntryReport, SubmissionReport, must_be_accepted,
};
