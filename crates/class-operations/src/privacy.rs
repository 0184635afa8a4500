//! The data about a student: its export and its deletion.

mod deletion;
mod student_export;

pub use self::deletion::{
    Deletion, DeletionReport, DeletionRequest, EarlierBackup, InBackup, MissingRun, ReachedRun, StudentData,
    delete_student, preview_deletion,
};
pub use self::student_export::{StudentReport, export_student};
