//! Records the files that a build asks for.

use std::cell::RefCell;
use std::io;

use hash::Hash;
use job::Sources;
use script::Folder;

use crate::follower::Files;

/// A bot's folder that records which files are asked for, with their hashes.
pub(crate) struct Recorder<'a> {
    folder: &'a Folder,
    files: RefCell<Files>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(folder: &'a Folder) -> Recorder<'a> {
        Recorder { folder, files: RefCell::default() }
    }

    /// Returns the files that were asked for.
    pub(crate) fn into_files(self) -> Files {
        self.files.into_inner()
    }

    /// Reads a whole file, even if only a part is needed, because the recorded hash is compared with that of the whole
    /// file.
    fn whole(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let read = self.folder.read(name, u64::MAX);
        let hash = read.as_ref().ok().and_then(Option::as_ref).map(|bytes| Hash::digest(bytes));
        self.files.borrow_mut().insert(name.to_owned(), hash);
        read
    }
}

impl Sources for Recorder<'_> {
    fn has(&self, name: &str) -> bool {
        self.whole(name).is_ok_and(|bytes| bytes.is_some())
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = self.whole(name)?;
        if let Some(bytes) = &mut bytes {
            bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        }
        Ok(bytes)
    }

    fn near(&self, endings: &[&str]) -> Vec<String> {
        self.folder.near(endings)
    }
}
