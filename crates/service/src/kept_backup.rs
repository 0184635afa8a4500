//! A backup of the class between its creation and its download, in a private temporary folder.

use std::path::{Path, PathBuf};

use class_operations::backup::{BackupSummary, back_up};
use explain::{Error, Kind};
use files::TemporaryDir;

/// A backup of the class.
#[derive(Debug)]
pub(crate) struct KeptBackup {
    /// The file's name.
    pub(crate) name: String,
    folder: TemporaryDir,
}

impl KeptBackup {
    /// Backs up the class in a folder, to a file with this name.
    ///
    /// # Errors
    /// If the class cannot be read, or the backup cannot be written.
    pub(crate) fn create(class: &Path, name: String) -> Result<(KeptBackup, BackupSummary), Error> {
        let folder = TemporaryDir::create("muster-").map_err(|error| {
            Error::new(Kind::Host, format!("cannot create a folder for the backup: {error}"))
        })?;
        let backup = KeptBackup { name, folder };
        let summary = back_up(class, &backup.path())?;
        Ok((backup, summary))
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join(&self.name)
    }
}
