//! Checking a backup against the class that it may be of, by restoring it aside.

use std::path::Path;

use class_model::backup::Backup;
use class_model::{ClassFolder, Record};
use explain::{Error, Kind};
use files::TemporaryDir;

use super::{RestoredRuns, open_backup};
use crate::open_class::OpenClass;

/// A backup that is whole.
#[derive(Debug)]
pub struct CheckedBackup {
    /// Its contents.
    pub backup: Backup,
    /// The results of checking its runs.
    pub runs: RestoredRuns,
    /// Number of events that the class has recorded since; `None` if the backup's record is not an earlier state of the
    /// class's.
    pub later: Option<i64>,
}

/// Checks a backup as [`restore`](super::restore) does, in a temporary folder, and compares its record with the class's.
/// Changes nothing in the class.
///
/// # Errors
/// If the file is not a backup or is damaged, the temporary folder cannot be written, or the class's record cannot be
/// read.
pub fn check_backup(class: &OpenClass, file: &Path) -> Result<CheckedBackup, Error> {
    let temporary = TemporaryDir::create("muster-").map_err(|error| {
        Error::new(Kind::Host, format!("cannot create a folder to restore the backup: {error}"))
    })?;
    let aside = ClassFolder::at(temporary.path().join("class"));
    let backup = aside.restore(open_backup(file)?, file)?;
    let runs = RestoredRuns::check(&aside, &backup.facts)?;
    let last = backup.facts.last_event();
    let link = Record::open_to_read(&aside)?.entry(last)?.map(|entry| entry.link);
    let own = class.read_record(|record| record.entry(last))?.map(|entry| entry.link);
    let is_of_class = link.is_some() && link == own;
    let later = if is_of_class { Some(class.facts()?.last_event() - last) } else { None };
    Ok(CheckedBackup { backup, runs, later })
}
