//! What was handed in: files named by the hash of their bytes, written once.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;

use ledger::database::{create_unless_there, sync};

use crate::folder::FILES;
use crate::{ClassError, ClassFolder, Hash};

impl ClassFolder {
    /// Where the file of a hash is.
    pub fn file(&self, hash: &Hash) -> PathBuf {
        self.root().join(ClassFolder::file_name(hash))
    }

    /// Where the file of a hash is, relative to the folder, with `/` between its parts.
    pub fn file_name(hash: &Hash) -> String {
        let name = hash.to_string();
        format!("{FILES}/{}/{name}", &name[..2])
    }

    /// Keeps some bytes and returns their hash. When this returns, they are on the disk.
    ///
    /// # Errors
    /// When they cannot be written. However the program ends, no file has the name of bytes that it does not hold.
    pub fn keep(&self, bytes: &[u8]) -> Result<Hash, ClassError> {
        self.refuse_linked()?;
        let hash = Hash::of(bytes);
        let path = self.file(&hash);
        let folder = path.parent().unwrap_or(&path);
        let failed = |action| ClassError::file(action, &path);
        let settle = || sync(folder).and_then(|()| sync(&self.files()));
        if self.read(&hash, bytes.len() as u64).is_ok() {
            // Whoever wrote it may have been killed before it was on the disk.
            let synced = fs::File::open(&path).and_then(|file| file.sync_all()).and_then(|()| settle());
            return synced.map(|()| hash).map_err(failed("sync"));
        }
        create_unless_there(folder).map_err(failed("create the directory of"))?;
        let mut file =
            tempfile::Builder::new().prefix(".new-").tempfile_in(self.files()).map_err(failed("create"))?;
        file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(failed("write"))?;
        file.persist(&path).map_err(|error| failed("create")(error.error))?;
        settle().map_err(failed("sync the directory of"))?;
        Ok(hash)
    }

    /// Removes the file of a hash, if it is there, and returns whether it was.
    pub(crate) fn remove(&self, hash: &Hash) -> Result<bool, ClassError> {
        self.refuse_linked()?;
        let path = self.file(hash);
        match fs::remove_file(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            removed => removed.map_err(ClassError::file("remove", &path))?,
        }
        let folder = path.parent().unwrap_or(&path);
        sync(folder).map_err(ClassError::file("sync the directory", folder))?;
        Ok(true)
    }

    /// The bytes of a hash; `most` is how many there can be.
    ///
    /// # Errors
    /// When they are not there, or are others.
    pub fn read(&self, hash: &Hash, most: u64) -> Result<Vec<u8>, ClassError> {
        let path = self.file(hash);
        let not_it = || ClassError::NotTheFile { path: path.clone() };
        // Neither a link nor a pipe, whoever put it there.
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
        let is_it = bytes.len() as u64 <= most && Hash::of(&bytes) == *hash;
        if is_it { Ok(bytes) } else { Err(not_it()) }
    }
}
