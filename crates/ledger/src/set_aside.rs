//! Setting a run aside to make room for a fresh one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::refuse_link;
use crate::{LedgerError, RunFolder, RunLock};

/// Name of the folder of earlier runs in a run's folder.
const EARLIER: &str = "earlier";

impl RunFolder {
    /// Returns the folder of the runs that were set aside, each under its number from 1.
    pub fn earlier(&self) -> PathBuf {
        self.root().join(EARLIER)
    }

    /// Moves the run in this folder, with its site, to a new folder in [`RunFolder::earlier`], and returns that
    /// folder, which is a complete run folder. Returns `None` if this folder holds no run.
    ///
    /// The record is moved atomically. The site is moved after it; if that fails, it can be rendered again.
    ///
    /// # Errors
    /// If the run is in use, or a folder cannot be moved.
    pub fn set_aside(&self) -> Result<Option<RunFolder>, LedgerError> {
        if !self.holds_run() {
            return Ok(None);
        }
        let _lock = RunLock::take(self)?;
        refuse_link(&self.earlier())?;
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| LedgerError::File { action: "set aside the run in", path, source }
        };
        files::create_dir_unless_there(&self.earlier()).map_err(failed(self.root()))?;
        let aside = next_free(&self.earlier()).map(RunFolder::at).map_err(failed(self.root()))?;
        if let Err(source) = files::rename(&self.private(), &aside.private()) {
            // Best effort: the folder is empty.
            let _ = files::remove_dir(aside.root());
            return Err(failed(self.root())(source));
        }
        if fs::symlink_metadata(self.site()).is_ok() {
            files::rename(&self.site(), &aside.site()).map_err(failed(&self.site()))?;
        }
        for folder in [aside.root(), &self.earlier(), self.root()] {
            files::sync_dir(folder).map_err(failed(self.root()))?;
        }
        Ok(Some(aside))
    }
}

/// Creates the folder with the lowest free number.
fn next_free(folder: &Path) -> std::io::Result<PathBuf> {
    let mut number = 1_u32;
    loop {
        let path = folder.join(number.to_string());
        match files::create_dir(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|()| path),
        }
    }
}
