//! A run that makes room for a fresh one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::{create_unless_there, refuse_link, sync};
use crate::{LedgerError, RunFolder, RunLock};

/// The folder of earlier runs in a run's folder.
const EARLIER: &str = "earlier";

impl RunFolder {
    /// Where runs that were set aside are kept, each under its number from 1.
    pub fn earlier(&self) -> PathBuf {
        self.root().join(EARLIER)
    }

    /// Moves the run in it, with its site, into a folder of its own below [`RunFolder::earlier`], and returns that
    /// folder: a whole run, to be reported, verified and rated like any other. `None` when there is no run.
    ///
    /// The record moves at once, or not at all; the site after it, and that can be rendered again.
    ///
    /// # Errors
    /// When somebody is playing the run, or a folder cannot be moved.
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
        create_unless_there(&self.earlier()).map_err(failed(self.root()))?;
        let aside = next_free(&self.earlier()).map(RunFolder::at).map_err(failed(self.root()))?;
        if let Err(source) = fs::rename(self.private(), aside.private()) {
            // Best effort: it is empty.
            let _ = fs::remove_dir(aside.root());
            return Err(failed(self.root())(source));
        }
        if fs::symlink_metadata(self.site()).is_ok() {
            fs::rename(self.site(), aside.site()).map_err(failed(&self.site()))?;
        }
        for folder in [aside.root(), &self.earlier(), self.root()] {
            sync(folder).map_err(failed(self.root()))?;
        }
        Ok(Some(aside))
    }
}

/// Makes the folder of the first number that is not taken.
fn next_free(folder: &Path) -> std::io::Result<PathBuf> {
    let mut number = 1_u32;
    loop {
        let path = folder.join(number.to_string());
        match fs::create_dir(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|()| path),
        }
    }
}
