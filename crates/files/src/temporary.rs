//! Files and directories under unique names that are removed when they are dropped.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::{File, create_dir, remove, remove_all, rename};

/// A new file that gets its name only when it is complete. Until then it has a temporary name, and only this user may
/// access it.
#[derive(Debug)]
pub struct TemporaryFile {
    file: File,
    place: UnmovedFile,
}

impl TemporaryFile {
    /// Creates a file in a directory; its name starts with the prefix.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create_in(directory: &Path, prefix: &str) -> io::Result<TemporaryFile> {
        let (file, path) = under_new_name(directory, prefix, File::create_new_private)?;
        Ok(TemporaryFile { file, place: UnmovedFile::new(path) })
    }

    /// Syncs everything that was written to disk.
    ///
    /// # Errors
    /// If the sync fails.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }

    /// Renames the file to its final name, replacing any other file of that name.
    ///
    /// # Errors
    /// If it cannot be renamed. It is then removed.
    pub fn persist(self, path: &Path) -> io::Result<()> {
        self.place.put(path)
    }
}

impl Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file under a temporary name, which is removed unless it is moved to its place.
#[derive(Debug)]
pub(crate) struct UnmovedFile {
    path: PathBuf,
    is_placed: bool,
}

impl UnmovedFile {
    pub(crate) fn new(path: PathBuf) -> UnmovedFile {
        UnmovedFile { path, is_placed: false }
    }

    /// Moves the file to its place.
    pub(crate) fn put(mut self, path: &Path) -> io::Result<()> {
        rename(&self.path, path)?;
        self.is_placed = true;
        Ok(())
    }
}

impl Drop for UnmovedFile {
    fn drop(&mut self) {
        if !self.is_placed {
            // Best effort: the name of a leftover file shows that it is temporary.
            drop(remove(&self.path));
        }
    }
}

/// A new directory, removed with its contents when it is dropped.
#[derive(Debug)]
pub struct TemporaryDir {
    path: PathBuf,
    is_kept: bool,
}

impl TemporaryDir {
    /// Creates a directory in the system's temporary directory; its name starts with the prefix.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(prefix: &str) -> io::Result<TemporaryDir> {
        TemporaryDir::create_in(&env::temp_dir(), prefix)
    }

    /// Creates a directory in another one; its name starts with the prefix.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create_in(directory: &Path, prefix: &str) -> io::Result<TemporaryDir> {
        let ((), path) = under_new_name(directory, prefix, create_dir)?;
        Ok(TemporaryDir { path, is_kept: false })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the directory and keeps it.
    ///
    /// # Errors
    /// If it cannot be renamed. It is then removed.
    pub fn persist(mut self, path: &Path) -> io::Result<()> {
        rename(&self.path, path)?;
        self.is_kept = true;
        Ok(())
    }
}

impl Drop for TemporaryDir {
    fn drop(&mut self) {
        if !self.is_kept {
            // Best effort: the name of a leftover directory shows that it is temporary.
            drop(remove_all(&self.path));
        }
    }
}

/// Creates a file or directory under an unused name, and returns it with its path.
fn under_new_name<T>(
    directory: &Path,
    prefix: &str,
    create: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<(T, PathBuf)> {
    // The types above remove it, not `tempfile`.
    let made = Builder::new().prefix(prefix).disable_cleanup(true).make_in(directory, create)?;
    let (made, path) = made.into_parts();
    Ok((made, path.to_path_buf()))
}
