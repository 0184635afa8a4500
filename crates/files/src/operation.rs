//! What can be done to the disk.

use std::path::Path;

/// One operation on the disk. Those who watch a directory get its paths in canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation<'a> {
    /// A directory is created.
    CreateDir {
        /// The directory.
        path: &'a Path,
    },
    /// An empty file is created, or a file is emptied.
    Create {
        /// The file.
        path: &'a Path,
    },
    /// Bytes are written into a file.
    Write {
        /// The file, under the name that it was opened by.
        path: &'a Path,
        /// Where the first of the bytes goes, in bytes from the file's beginning.
        offset: u64,
        /// The bytes.
        bytes: &'a [u8],
    },
    /// A file is cut, or made longer with zeros.
    SetLength {
        /// The file.
        path: &'a Path,
        /// Its new length in bytes.
        length: u64,
    },
    /// The bytes of a file are on the disk once this has returned.
    Sync {
        /// The file.
        path: &'a Path,
    },
    /// The names in a directory are on the disk once this has returned.
    SyncDir {
        /// The directory.
        path: &'a Path,
    },
    /// Everything on a directory's file system is on the disk once this has returned.
    SyncFileSystem {
        /// The directory.
        path: &'a Path,
    },
    /// A file or directory gets another name, and takes the place of what has that name.
    Rename {
        /// The old name.
        from: &'a Path,
        /// The new name.
        to: &'a Path,
    },
    /// Two files or directories exchange their names.
    Exchange {
        /// One name.
        from: &'a Path,
        /// The other one.
        to: &'a Path,
    },
    /// A file gets a second name. Fails if the name is in use.
    Link {
        /// The name that it has.
        from: &'a Path,
        /// The second name.
        to: &'a Path,
    },
    /// A file is removed.
    Remove {
        /// The file.
        path: &'a Path,
    },
    /// An empty directory is removed.
    RemoveDir {
        /// The directory.
        path: &'a Path,
    },
    /// A directory is removed with everything in it.
    RemoveDirAll {
        /// The directory.
        path: &'a Path,
    },
    /// Who may read and write a file or directory changes.
    Permissions {
        /// The file or directory.
        path: &'a Path,
    },
    /// Whether files can be created in a directory is tried, with one that has no name.
    TryToWriteIn {
        /// The directory.
        path: &'a Path,
    },
    /// A file is locked.
    Lock {
        /// The file.
        path: &'a Path,
    },
    /// A file is opened for reading, which changes nothing.
    Open {
        /// The file.
        path: &'a Path,
    },
}

impl<'a> Operation<'a> {
    /// The file or directory that it is about, and the second one of an operation that has two names.
    pub fn paths(&self) -> (&'a Path, Option<&'a Path>) {
        match *self {
            Operation::CreateDir { path }
            | Operation::Create { path }
            | Operation::Write { path, .. }
            | Operation::SetLength { path, .. }
            | Operation::Sync { path }
            | Operation::SyncDir { path }
            | Operation::SyncFileSystem { path }
            | Operation::Remove { path }
            | Operation::RemoveDir { path }
            | Operation::RemoveDirAll { path }
            | Operation::TryToWriteIn { path }
            | Operation::Permissions { path }
            | Operation::Lock { path }
            | Operation::Open { path } => (path, None),
            Operation::Rename { from, to }
            | Operation::Exchange { from, to }
            | Operation::Link { from, to } => (from, Some(to)),
        }
    }

    /// The same operation under other names.
    #[cfg(any(test, feature = "watch"))]
    pub(crate) fn under<'b>(self, path: &'b Path, to: &'b Path) -> Operation<'b>
    where
        'a: 'b,
    {
        match self {
            Operation::CreateDir { .. } => Operation::CreateDir { path },
            Operation::Create { .. } => Operation::Create { path },
            Operation::Write { offset, bytes, .. } => Operation::Write { path, offset, bytes },
            Operation::SetLength { length, .. } => Operation::SetLength { path, length },
            Operation::Sync { .. } => Operation::Sync { path },
            Operation::SyncDir { .. } => Operation::SyncDir { path },
            Operation::SyncFileSystem { .. } => Operation::SyncFileSystem { path },
            Operation::Rename { .. } => Operation::Rename { from: path, to },
            Operation::Exchange { .. } => Operation::Exchange { from: path, to },
            Operation::Link { .. } => Operation::Link { from: path, to },
            Operation::Remove { .. } => Operation::Remove { path },
            Operation::RemoveDir { .. } => Operation::RemoveDir { path },
            Operation::RemoveDirAll { .. } => Operation::RemoveDirAll { path },
            Operation::TryToWriteIn { .. } => Operation::TryToWriteIn { path },
            Operation::Permissions { .. } => Operation::Permissions { path },
            Operation::Lock { .. } => Operation::Lock { path },
            Operation::Open { .. } => Operation::Open { path },
        }
    }
}
