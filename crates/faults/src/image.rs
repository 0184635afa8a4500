//! The contents of a disk as values.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Directories and files with their bytes; paths are relative.
///
/// SQLite's shared memory is left out: the first program that opens a database makes it anew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Image {
    /// The directories.
    pub directories: BTreeSet<PathBuf>,
    /// The files.
    pub files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Image {
    /// Reads the contents of a directory.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(root: &Path) -> io::Result<Image> {
        let mut image = Image::default();
        walk(root, |path, is_directory| {
            if is_directory {
                image.directories.insert(path);
            } else if !is_shared_memory(&path) {
                let bytes = fs::read(root.join(&path))?;
                image.files.insert(path, bytes);
            }
            Ok(())
        })?;
        Ok(image)
    }

    /// Writes the image into an empty directory, accessible only to this user.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, root: &Path) -> io::Result<()> {
        for path in &self.directories {
            files::create_dir(&root.join(path))?;
            files::restrict_dir(&root.join(path))?;
        }
        for (path, bytes) in &self.files {
            files::File::create_new_private(&root.join(path))?.write_all(bytes)?;
        }
        Ok(())
    }

    /// Returns the paths at which two images differ.
    pub fn differences(&self, other: &Image) -> Vec<PathBuf> {
        let directories = self.directories.symmetric_difference(&other.directories).cloned();
        let paths: BTreeSet<&PathBuf> = self.files.keys().chain(other.files.keys()).collect();
        let differs = |path: &&PathBuf| self.files.get(*path) != other.files.get(*path);
        directories.chain(paths.into_iter().filter(differs).cloned()).collect()
    }
}

/// Returns `true` if a file is SQLite's shared memory, which the first program that opens a database makes anew.
fn is_shared_memory(path: &Path) -> bool {
    path.to_str().is_some_and(|path| path.ends_with("-shm"))
}

/// Visits every directory and file below a directory, with paths relative to it.
fn walk(root: &Path, mut each: impl FnMut(PathBuf, bool) -> io::Result<()>) -> io::Result<()> {
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            let is_directory = entry.file_type()?.is_dir();
            if is_directory {
                folders.push(path.clone());
            }
            each(path, is_directory)?;
        }
    }
    Ok(())
}
