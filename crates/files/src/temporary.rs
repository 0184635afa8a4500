//! Files and directories under names that nobody else has, gone when they are dropped.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::{File, create_dir, remove, remove_all, rename};

/// A new file that has its name only when it is complete. Until then it has another one, and is for the user alone.
#[derive(Debug)]
pub struct TemporaryFile {
    file: File,
    place: Unplaced,
}

impl TemporaryFile {
    /// Creates a file in a directory; its name begins with the prefix.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create_in(directory: &Path, prefix: &str) -> io::Result<TemporaryFile> {
        let (file, path) = under_new_name(directory, prefix, File::create_new_private)?;
        Ok(TemporaryFile { file, place: Unplaced::new(path) })
    }

    /// Returns once all that was written is on the disk.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }

    /// Renames the file to its own name, replacing what has it.
    ///
    /// # Errors
    /// When it cannot be renamed. It is then removed.
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

/// What was written under another name than its own: a file that is removed, unless it gets its place.
#[derive(Debug)]
pub(crate) struct Unplaced {
    path: PathBuf,
    is_placed: bool,
}

impl Unplaced {
    pub(crate) fn new(path: PathBuf) -> Unplaced {
        Unplaced { path, is_placed: false }
    }

    /// Puts the file in its place.
    pub(crate) fn put(mut self, path: &Path) -> io::Result<()> {
        rename(&self.path, path)?;
        self.is_placed = true;
        Ok(())
    }
}

impl Drop for Unplaced {
    fn drop(&mut self) {
        if !self.is_placed {
            // Best effort: what is left over is named as such.
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
    /// Creates a directory among the system's temporary ones; its name begins with the prefix.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(prefix: &str) -> io::Result<TemporaryDir> {
        TemporaryDir::create_in(&env::temp_dir(), prefix)
    }

    /// Creates a directory in another one; its name begins with the prefix.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create_in(directory: &Path, prefix: &str) -> io::Result<TemporaryDir> {
        let ((), path) = under_new_name(directory, prefix, create_dir)?;
        Ok(TemporaryDir { path, is_kept: false })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the directory and keeps it.
    ///
    /// # Errors
    /// When it cannot be renamed. It is then removed.
    pub fn persist(mut self, path: &Path) -> io::Result<()> {
        rename(&self.path, path)?;
        self.is_kept = true;
        Ok(())
    }
}

impl Drop for TemporaryDir {
    fn drop(&mut self) {
        if !self.is_kept {
            // Best effort: what is left over is named as such.
            drop(remove_all(&self.path));
        }
    }
}

/// Creates something under a name that nothing has, and returns it with its path.
fn under_new_name<T>(
    directory: &Path,
    prefix: &str,
    create: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<(T, PathBuf)> {
    // What is removed, and how, is known here alone.
    let made = Builder::new().prefix(prefix).disable_cleanup(true).make_in(directory, create)?;
    let (made, path) = made.into_parts();
    Ok((made, path.to_path_buf()))
}
