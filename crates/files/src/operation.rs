//! Operations on the disk.

use std::path::Path;

/// An operation on the disk. Watchers of a directory get its paths in canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation<'a> {
    /// Creates a directory.
    CreateDir {
        /// The directory.
        path: &'a Path,
    },
    /// Creates an empty file, or empties a file.
    Create {
        /// The file.
        path: &'a Path,
    },
    /// Writes bytes into a file.
    Write {
        /// The file, under the name by which it was opened.
        path: &'a Path,
        /// Position of the first byte, from the start of the file.
        offset: u64,
        /// The bytes.
        bytes: &'a [u8],
    },
    /// Truncates a file, or extends it with zeros.
    SetLength {
        /// The file.
        path: &'a Path,
        /// Its new length in bytes.
        length: u64,
    },
    /// Syncs the bytes of a file to disk.
    Sync {
        /// The file.
        path: &'a Path,
    },
    /// Syncs the names in a directory to disk.
    SyncDir {
        /// The directory.
        path: &'a Path,
    },
    /// Syncs everything on a directory's file system to disk.
    SyncFileSystem {
        /// The directory.
        path: &'a Path,
    },
    /// Renames a file or directory, replacing anything under the new name.
    Rename {
        /// The old name.
        from: &'a Path,
        /// The new name.
        to: &'a Path,
    },
    /// Exchanges the names of two files or directories.
    Exchange {
        /// One name.
        from: &'a Path,
        /// The other name.
        to: &'a Path,
    },
    /// Removes a file.
    Remove {
        /// The file.
        path: &'a Path,
    },
    /// Removes an empty directory.
    RemoveDir {
        /// The directory.
        path: &'a Path,
    },
    /// Removes a directory with all its contents.
    RemoveDirAll {
        /// The directory.
        path: &'a Path,
    },
    /// Changes the permissions of a file or directory.
    Permissions {
        /// The file or directory.
        path: &'a Path,
    },
    /// Checks that files can be created in a directory, by creating one without a name.
    TryToWriteIn {
        /// The directory.
        path: &'a Path,
    },
    /// Locks a file.
    Lock {
        /// The file.
        path: &'a Path,
    },
    /// Opens a file for reading, which changes nothing.
    Open {
        /// The file.
        path: &'a Path,
    },
}

impl<'a> Operation<'a> {
    /// Returns the file or directory of the operation, and the second one of an operation with two names.
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
            Operation::Rename { from, to } | Operation::Exchange { from, to } => (from, Some(to)),
        }
    }

    /// Returns the same operation under other names.
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
