//! Where a new site is written: next to the old one, then moved into its place.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use files::File;
use ledger::RunFolder;

use crate::ReportError;

/// Where the new site is written.
pub(crate) struct Place {
    pub(crate) new: PathBuf,
    /// Nobody else renders into the folder meanwhile.
    _lock: File,
}

impl Place {
    /// An empty place beside a run's site, or a site for some of its readers, with these folders in it.
    ///
    /// # Errors
    /// When a folder cannot be made, or the old place cannot be emptied.
    pub(crate) fn prepare(folder: &RunFolder, site: &Path, parts: &[&str]) -> Result<Place, ReportError> {
        folder.refuse_linked()?;
        Place::beside(site, &folder.private().join("report.lock"), parts)
    }

    /// An empty place beside a site, with these folders in it. Whoever holds the lock is the only one to render.
    ///
    /// # Errors
    /// When a folder cannot be made, or the old place cannot be emptied.
    pub(crate) fn beside(site: &Path, lock_path: &Path, parts: &[&str]) -> Result<Place, ReportError> {
        let new = hidden(site, "new");
        let lock = File::open_lock(lock_path).map_err(ReportError::file("open", lock_path))?;
        lock.lock().map_err(ReportError::file("lock", lock_path))?;
        remove(&new)?;
        for part in parts {
            let part = new.join(part);
            files::create_dir_all(&part).map_err(ReportError::file("create the folder", &part))?;
        }
        Ok(Place { new, _lock: lock })
    }

    /// Puts the new site where the old one is.
    ///
    /// # Errors
    /// When it cannot be moved. The old one is then still there.
    pub(crate) fn exchange(self, site: &Path) -> Result<(), ReportError> {
        let moved = ReportError::file("move into place", site);
        if fs::symlink_metadata(site).is_err() {
            return files::rename(&self.new, site).map_err(moved);
        }
        if files::exchange(&self.new, site).is_ok() {
            return remove(&self.new);
        }
        // Where two folders cannot be exchanged at once, there is a moment without a site, but never half of one.
        let old = hidden(site, "old");
        remove(&old)?;
        files::rename(site, &old).and_then(|()| files::rename(&self.new, site)).map_err(moved)?;
        remove(&old)
    }
}

/// A name beside a site that no server lists: `.site.new`.
fn hidden(site: &Path, ending: &str) -> PathBuf {
    let name = site.file_name().unwrap_or("site".as_ref());
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".");
    hidden.push(ending);
    site.with_file_name(hidden)
}

/// Removes a folder with its contents, or the file in its place. Of a link, only the link is removed.
///
/// # Errors
/// When something is there and cannot be removed.
pub(crate) fn remove(path: &Path) -> Result<(), ReportError> {
    files::remove_all(path).map_err(ReportError::file("remove", path))
}

/// A new file being written, with its name for errors.
pub(crate) struct NewFile {
    path: PathBuf,
    out: BufWriter<File>,
}

impl NewFile {
    /// A file that is not there yet.
    ///
    /// # Errors
    /// When it is there, or cannot be created.
    pub(crate) fn create(path: PathBuf) -> Result<NewFile, ReportError> {
        let file = File::create_new(&path).map_err(ReportError::file("write", &path))?;
        Ok(NewFile { path, out: BufWriter::with_capacity(1 << 16, file) })
    }

    /// Writes into the file.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub(crate) fn fill(
        &mut self,
        fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), ReportError> {
        fill(&mut self.out).map_err(ReportError::file("write", &self.path))
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When what is left cannot be written.
    pub(crate) fn finish(mut self) -> Result<(), ReportError> {
        self.fill(Write::flush)
    }
}

/// Writes a new file.
///
/// # Errors
/// When it is there already, or cannot be written.
pub(crate) fn with_file(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), ReportError> {
    let mut file = NewFile::create(path.to_owned())?;
    file.fill(fill)?;
    file.finish()
}
