//! Operations on the disk.

use std::path::Path;

/// An operation on the disk. Watchers of a directory get its paths in canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation<'a> {
    /// The kind of operation.
    pub kind: OperationKind<'a>,
    /// The file or directory: in a write, under the name by which it was opened; in a rename, the old name; in an
    /// exchange, one of the two names.
    pub path: &'a Path,
}

/// The kind of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationKind<'a> {
    /// Creates a directory.
    CreateDir,
    /// Creates an empty file, or empties a file.
    Create,
    /// Writes bytes into a file.
    Write {
        /// Position of the first byte, from the start of the file.
        offset: u64,
        /// The bytes.
        bytes: &'a [u8],
    },
    /// Truncates a file, or extends it with zeros.
    SetLength {
        /// Its new length in bytes.
        length: u64,
    },
    /// Syncs the bytes of a file to disk.
    Sync,
    /// Syncs the names in a directory to disk.
    SyncDir,
    /// Syncs everything on a directory's file system to disk.
    SyncFileSystem,
    /// Renames a file or directory, replacing anything under the new name.
    Rename {
        /// The new name.
        to: &'a Path,
    },
    /// Exchanges the names of two files or directories.
    Exchange {
        /// The other name.
        to: &'a Path,
    },
    /// Removes a file.
    Remove,
    /// Removes an empty directory.
    RemoveDir,
    /// Removes a directory with all its contents.
    RemoveDirAll,
    /// Changes the permissions of a file or directory.
    Permissions,
    /// Checks that files can be created in a directory, by creating one without a name.
    TryToWriteIn,
    /// Locks a file.
    Lock,
    /// Opens a file for reading, which changes nothing.
    Open,
}
