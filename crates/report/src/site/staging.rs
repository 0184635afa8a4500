//! The place where a new site is written: next to the old one, then moved into its place.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use files::File;
use ledger::RunFolder;

use crate::ReportError;

/// The place where the new site is written.
pub(crate) struct StagingFolder {
    pub(crate) new: PathBuf,
    /// Keeps other processes from rendering into the folder.
    _lock: File,
}

impl StagingFolder {
    /// Prepares an empty place with these folders, next to a run's site or to a site for some of its readers.
    ///
    /// # Errors
    /// Fails if a folder cannot be created, or if the old place cannot be emptied.
    pub(crate) fn prepare(
        folder: &RunFolder,
        site: &Path,
        parts: &[&str],
    ) -> Result<StagingFolder, ReportError> {
        folder.refuse_linked()?;
        StagingFolder::beside(site, &folder.private().join("report.lock"), parts)
    }

    /// Prepares an empty place with these folders, next to a site. The lock keeps other processes from rendering.
    ///
    /// # Errors
    /// Fails if a folder cannot be created, or if the old place cannot be emptied.
    pub(crate) fn beside(
        site: &Path,
        lock_path: &Path,
        parts: &[&str],
    ) -> Result<StagingFolder, ReportError> {
        let new = hidden(site, "new");
        let lock = File::open_lock(lock_path).map_err(ReportError::file("open", lock_path))?;
        lock.lock().map_err(ReportError::file("lock", lock_path))?;
        remove(&new)?;
        for part in parts {
            let part = new.join(part);
            files::create_dir_all(&part).map_err(ReportError::file("create the folder", &part))?;
        }
        Ok(StagingFolder { new, _lock: lock })
    }

    /// Replaces the old site by the new one.
    ///
    /// # Errors
    /// Fails if it cannot be moved. The old site is then still in place.
    pub(crate) fn exchange(self, site: &Path) -> Result<(), ReportError> {
        let moved = ReportError::file("move into place", site);
        if fs::symlink_metadata(site).is_err() {
            return files::rename(&self.new, site).map_err(moved);
        }
        if files::exchange(&self.new, site).is_ok() {
            return remove(&self.new);
        }
        // If two folders cannot be exchanged atomically, the site is absent for a moment, but never incomplete.
        let old = hidden(site, "old");
        remove(&old)?;
        files::rename(site, &old).and_then(|()| files::rename(&self.new, site)).map_err(moved)?;
        remove(&old)
    }
}

/// Returns a name beside a site that no server lists: `.site.new`.
fn hidden(site: &Path, ending: &str) -> PathBuf {
    let name = site.file_name().unwrap_or("site".as_ref());
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".");
    hidden.push(ending);
    site.with_file_name(hidden)
}

/// Removes a folder with its contents, or the file in its place. If the path is a link, only the link is removed.
///
/// # Errors
/// Fails if something exists and cannot be removed.
pub(crate) fn remove(path: &Path) -> Result<(), ReportError> {
    files::remove_all(path).map_err(ReportError::file("remove", path))
}

/// A new file being written, with its path for errors.
pub(crate) struct NewFile {
    path: PathBuf,
    out: BufWriter<File>,
}

impl NewFile {
    /// Creates a file that does not exist yet.
    ///
    /// # Errors
    /// Fails if the file exists or cannot be created.
    pub(crate) fn create(path: PathBuf) -> Result<NewFile, ReportError> {
        let file = File::create_new(&path).map_err(ReportError::file("write", &path))?;
        Ok(NewFile { path, out: BufWriter::with_capacity(1 << 16, file) })
    }

    /// Writes into the file.
    ///
    /// # Errors
    /// Fails if the file cannot be written to.
    pub(crate) fn fill(
        &mut self,
        fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), ReportError> {
        fill(&mut self.out).map_err(ReportError::file("write", &self.path))
    }

    /// Finishes the file.
    ///
    /// # Errors
    /// Fails if the buffered bytes cannot be written.
    pub(crate) fn finish(mut self) -> Result<(), ReportError> {
        self.fill(Write::flush)
    }
}

/// Writes a new file.
///
/// # Errors
/// Fails if the file exists or cannot be written.
pub(crate) fn with_file(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), ReportError> {
    let mut file = NewFile::create(path.to_owned())?;
    file.fill(fill)?;
    file.finish()
}
