//! Submitted files: named by the hash of their bytes, written once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use files::TemporaryFile;

use super::layout::FILES;
use crate::{ClassError, ClassFolder, Hash};

/// Maximum number of files that are open before they are synced.
const MOST_OPEN: usize = 64;
/// Maximum number of files to sync one by one. Beyond it, the whole file system is synced.
const FEW: usize = 8;

/// A batch of files that are being stored.
pub struct FileBatch<'f> {
    folder: &'f ClassFolder,
    /// The files to sync: a new file without its name, or `None` for one that already existed.
    new: BTreeMap<Hash, Option<TemporaryFile>>,
    /// Directories to sync.
    folders: BTreeSet<PathBuf>,
    /// The files that did not exist before.
    created: BTreeSet<Hash>,
}

impl FileBatch<'_> {
    /// Adds some bytes and returns their hash.
    ///
    /// # Errors
    /// As [`ClassFolder::keep`].
    pub fn add(&mut self, bytes: &[u8]) -> Result<Hash, ClassError> {
        let folder = self.folder;
        folder.refuse_linked()?;
        let hash = Hash::digest(bytes);
        if self.new.contains_key(&hash) {
            return Ok(hash);
        }
        let path = folder.file(&hash);
        let failed = |action| ClassError::file(action, &path);
        let new = if folder.read(&hash, bytes.len() as u64).is_ok() {
            None
        } else {
            let above = path.parent().unwrap_or(&path);
            files::create_dir_unless_there(above).map_err(failed("create the directory of"))?;
            let new = TemporaryFile::create_in(&folder.files(), ".new-");
            let mut new = new.map_err(failed("create"))?;
            new.write_all(bytes).map_err(failed("write"))?;
            Some(new)
        };
        self.new.insert(hash, new);
        if self.new.len() >= MOST_OPEN {
            self.settle()?;
        }
        Ok(hash)
    }

    /// Syncs everything to the disk and returns the hashes of the files that did not exist before.
    ///
    /// # Errors
    /// As [`ClassFolder::keep`].
    pub fn finish(mut self) -> Result<BTreeSet<Hash>, ClassError> {
        self.settle()?;
        for folder in self.folders {
            files::sync_dir(&folder).map_err(ClassError::file("sync the directory", &folder))?;
        }
        Ok(self.created)
    }

    /// Syncs the files and gives them their names.
    fn settle(&mut self) -> Result<(), ClassError> {
        let directory = self.folder.files();
        let are_many = self.new.len() > FEW;
        let are_synced =
            are_many && files::sync_file_system(&directory).map_err(ClassError::file("sync", &directory))?;
        for (hash, new) in std::mem::take(&mut self.new) {
            let path = self.folder.file(&hash);
            let failed = |action| ClassError::file(action, &path);
            match new {
                Some(new) => {
                    if !are_synced {
                        new.sync().map_err(failed("write"))?;
                    }
                    new.persist(&path).map_err(failed("create"))?;
                    self.created.insert(hash);
                }
                None if are_synced => {}
                // Its writer may have been killed before syncing it.
                None => files::sync_file(&path).map_err(failed("sync"))?,
            }
            self.folders.extend(path.parent().map(Path::to_owned));
        }
        Ok(())
    }
}

impl ClassFolder {
    /// Returns the path of the file of a hash.
    pub fn file(&self, hash: &Hash) -> PathBuf {
        self.root().join(ClassFolder::file_name(hash))
    }

    /// Returns the name of the file of a hash, relative to the folder, with `/` between its parts.
    pub fn file_name(hash: &Hash) -> String {
        let name = hash.to_string();
        format!("{FILES}/{}/{name}", &name[..2])
    }

    /// Stores some bytes and returns their hash. They are on the disk when this returns.
    ///
    /// # Errors
    /// If they cannot be written. However the program ends, no file has the hash of other bytes as its name.
    pub fn keep(&self, bytes: &[u8]) -> Result<Hash, ClassError> {
        let mut keeping = self.keeping();
        let hash = keeping.add(bytes)?;
        keeping.finish()?;
        Ok(hash)
    }

    /// Begins to store several files, which are synced together. This is much faster than one by one.
    pub fn keeping(&self) -> FileBatch<'_> {
        let folders = BTreeSet::from([self.files()]);
        FileBatch { folder: self, new: BTreeMap::new(), folders, created: BTreeSet::new() }
    }

    /// Removes the file of a hash. Returns `true` if it existed.
    pub(crate) fn remove(&self, hash: &Hash) -> Result<bool, ClassError> {
        self.refuse_linked()?;
        let path = self.file(hash);
        if !files::remove_if_there(&path).map_err(ClassError::file("remove", &path))? {
            return Ok(false);
        }
        let folder = path.parent().unwrap_or(&path);
        files::sync_dir(folder).map_err(ClassError::file("sync the directory", folder))?;
        Ok(true)
    }

    /// Returns the bytes of a hash, at most `most` of them.
    ///
    /// # Errors
    /// If the file does not exist, is longer, or has other bytes.
    pub fn read(&self, hash: &Hash, most: u64) -> Result<Vec<u8>, ClassError> {
        let path = self.file(hash);
        let not_it = || ClassError::NotTheFile { path: path.clone() };
        // Not a link and not a pipe.
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_file() => {}
            Ok(_) => return Err(not_it()),
            Err(source) if source.kind() == ErrorKind::NotFound => return Err(not_it()),
            Err(source) => return Err(ClassError::file("read", &path)(source)),
        }
        let mut bytes = Vec::new();
        fs::File::open(&path)
            .and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut bytes))
            .map_err(ClassError::file("read", &path))?;
        let is_it = bytes.len() as u64 <= most && Hash::digest(&bytes) == *hash;
        if is_it { Ok(bytes) } else { Err(not_it()) }
    }
}
