//! Backups that still contain a student.

use std::path::{Path, PathBuf};

use class_model::backup::has_student;
use class_model::{ClassError, ClassFolder};

/// A backup that contains a student's data, or may.
#[derive(Debug)]
pub struct EarlierBackup {
    /// Path of the backup when it was made.
    pub path: PathBuf,
    /// Presence of the student in the backup.
    pub state: InBackup,
}

/// Presence of a student in a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InBackup {
    /// The backup contains the student.
    Held,
    /// The backup is no longer at its path.
    Gone,
    /// The backup cannot be read, so it may contain the student.
    Unread(String),
}

/// Returns the backups of a class, except readable ones without the student.
pub(super) fn earlier_backups(class: &ClassFolder, id: &str) -> Result<Vec<EarlierBackup>, ClassError> {
    let state = |path: &Path| {
        if matches!(path.try_exists(), Ok(false)) {
            return Some(InBackup::Gone);
        }
        match has_student(path, id) {
            Ok(is_there) => is_there.then_some(InBackup::Held),
            Err(error) => Some(InBackup::Unread(error.to_string())),
        }
    };
    let found = class.backups()?.into_iter();
    Ok(found.filter_map(|path| Some(EarlierBackup { state: state(&path)?, path })).collect())
}
