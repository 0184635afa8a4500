//! The backups that still have a student.

use std::path::{Path, PathBuf};

use class::backup::has_student;
use class::{ClassError, ClassFolder};

/// A backup in which a student's data is, or may be.
#[derive(Debug)]
pub struct EarlierBackup {
    /// Its file, or where it was when it was made.
    pub path: PathBuf,
    /// What is known of it.
    pub state: InBackup,
}

/// What is known of a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InBackup {
    /// It has the student.
    Held,
    /// It is not where it was.
    Gone,
    /// It cannot be read, so it may have the student.
    Unread(String),
}

/// The backups of a class, without those that can be read and do not have the student.
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
