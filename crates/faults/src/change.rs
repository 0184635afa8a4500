//! A recorded operation.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use files::{Operation, OperationKind};

/// An operation on the disk, with paths relative to the watched directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Creates a directory.
    CreateDir(PathBuf),
    /// Creates an empty file, or empties a file.
    Create(PathBuf),
    /// Writes bytes into a file at an offset.
    Write(PathBuf, u64, Arc<[u8]>),
    /// Truncates a file, or extends it with zeros.
    SetLength(PathBuf, u64),
    /// Syncs a file's bytes to disk.
    Sync(PathBuf),
    /// Syncs the names in a directory to disk.
    SyncDir(PathBuf),
    /// Syncs everything to disk.
    SyncFileSystem,
    /// Renames the first path to the second.
    Rename(PathBuf, PathBuf),
    /// Exchanges two names.
    Exchange(PathBuf, PathBuf),
    /// Removes a file.
    Remove(PathBuf),
    /// Removes an empty directory.
    RemoveDir(PathBuf),
    /// Removes a directory with all its contents.
    RemoveDirAll(PathBuf),
    /// An operation that changes neither names nor bytes, such as a lock.
    Other(&'static str, PathBuf),
}

impl Change {
    /// Records an operation, with paths relative to `root`.
    pub(crate) fn from_operation(operation: &Operation<'_>, root: &Path) -> Change {
        let below = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
        let path = below(operation.path);
        match operation.kind {
            OperationKind::CreateDir => Change::CreateDir(path),
            OperationKind::Create => Change::Create(path),
            OperationKind::Write { offset, bytes } => Change::Write(path, offset, bytes.into()),
            OperationKind::SetLength { length } => Change::SetLength(path, length),
            OperationKind::Sync => Change::Sync(path),
            OperationKind::SyncDir => Change::SyncDir(path),
            OperationKind::SyncFileSystem => Change::SyncFileSystem,
            OperationKind::Rename { to } => Change::Rename(path, below(to)),
            OperationKind::Exchange { to } => Change::Exchange(path, below(to)),
            OperationKind::Remove => Change::Remove(path),
            OperationKind::RemoveDir => Change::RemoveDir(path),
            OperationKind::RemoveDirAll => Change::RemoveDirAll(path),
            OperationKind::TryToWriteIn => Change::Other("try to write in", path),
            OperationKind::Permissions => Change::Other("permissions of", path),
            OperationKind::Lock => Change::Other("lock", path),
            OperationKind::Open => Change::Other("open", path),
        }
    }
}

impl Change {
    /// Returns `true` if this completes the operation that was begun. A completed write may be shorter.
    pub(crate) fn is_of(&self, begun: &Change) -> bool {
        match (self, begun) {
            (Change::Write(path, offset, _), Change::Write(of, at, _)) => (path, offset) == (of, at),
            _ => self == begun,
        }
    }

    /// Returns `true` if it syncs earlier changes to disk.
    pub(crate) fn syncs(&self) -> bool {
        matches!(self, Change::Sync(_) | Change::SyncDir(_) | Change::SyncFileSystem)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::CreateDir(path) => write!(f, "create the directory {}", path.display()),
            Change::Create(path) => write!(f, "create {}", path.display()),
            Change::Write(path, offset, bytes) => {
                write!(f, "write {} bytes at {offset} of {}", bytes.len(), path.display())
            }
            Change::SetLength(path, length) => write!(f, "set the length of {} to {length}", path.display()),
            Change::Sync(path) => write!(f, "sync {}", path.display()),
            Change::SyncDir(path) => write!(f, "sync the directory {}", path.display()),
            Change::SyncFileSystem => f.write_str("sync the file system"),
            Change::Rename(from, to) => write!(f, "rename {} to {}", from.display(), to.display()),
            Change::Exchange(from, to) => write!(f, "exchange {} and {}", from.display(), to.display()),
            Change::Remove(path) => write!(f, "remove {}", path.display()),
            Change::RemoveDir(path) => write!(f, "remove the directory {}", path.display()),
            Change::RemoveDirAll(path) => write!(f, "remove the directory {} with all in it", path.display()),
            Change::Other(what, path) => write!(f, "{what} {}", path.display()),
        }
    }
}
