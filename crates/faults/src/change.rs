//! An operation, to be kept.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use files::Operation;

/// An operation on the disk, with paths relative to the watched directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A directory is created.
    CreateDir(PathBuf),
    /// An empty file is created, or a file is emptied.
    Create(PathBuf),
    /// Bytes are written into a file at an offset.
    Write(PathBuf, u64, Arc<[u8]>),
    /// A file is cut, or made longer with zeros.
    SetLength(PathBuf, u64),
    /// A file's bytes are put on the disk.
    Sync(PathBuf),
    /// The names in a directory are put on the disk.
    SyncDir(PathBuf),
    /// Everything is put on the disk.
    SyncFileSystem,
    /// The first name becomes the second one.
    Rename(PathBuf, PathBuf),
    /// Two names are exchanged.
    Exchange(PathBuf, PathBuf),
    /// The file of the first name gets the second one, too.
    Link(PathBuf, PathBuf),
    /// A file is removed.
    Remove(PathBuf),
    /// An empty directory is removed.
    RemoveDir(PathBuf),
    /// A directory is removed with everything in it.
    RemoveDirAll(PathBuf),
    /// Something that leaves names and bytes as they are, such as a lock.
    Other(&'static str, PathBuf),
}

impl Change {
    /// The operation, below a directory.
    pub(crate) fn of(operation: &Operation<'_>, root: &Path) -> Change {
        let below = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
        match *operation {
            Operation::CreateDir { path } => Change::CreateDir(below(path)),
            Operation::Create { path } => Change::Create(below(path)),
            Operation::Write { path, offset, bytes } => Change::Write(below(path), offset, bytes.into()),
            Operation::SetLength { path, length } => Change::SetLength(below(path), length),
            Operation::Sync { path } => Change::Sync(below(path)),
            Operation::SyncDir { path } => Change::SyncDir(below(path)),
            Operation::SyncFileSystem { .. } => Change::SyncFileSystem,
            Operation::Rename { from, to } => Change::Rename(below(from), below(to)),
            Operation::Exchange { from, to } => Change::Exchange(below(from), below(to)),
            Operation::Link { from, to } => Change::Link(below(from), below(to)),
            Operation::Remove { path } => Change::Remove(below(path)),
            Operation::RemoveDir { path } => Change::RemoveDir(below(path)),
            Operation::RemoveDirAll { path } => Change::RemoveDirAll(below(path)),
            Operation::TryToWriteIn { path } => Change::Other("try to write in", below(path)),
            Operation::Permissions { path } => Change::Other("permissions of", below(path)),
            Operation::Lock { path } => Change::Other("lock", below(path)),
            Operation::Open { path } => Change::Other("open", below(path)),
        }
    }
}

impl Change {
    /// Whether it is what was begun. Of a write, it may be less than that.
    pub(crate) fn is_of(&self, begun: &Change) -> bool {
        match (self, begun) {
            (Change::Write(path, offset, _), Change::Write(of, at, _)) => (path, offset) == (of, at),
            _ => self == begun,
        }
    }

    /// Whether it puts something on the disk that was written before.
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
            Change::Link(from, to) => write!(f, "link {} to {}", to.display(), from.display()),
            Change::Remove(path) => write!(f, "remove {}", path.display()),
            Change::RemoveDir(path) => write!(f, "remove the directory {}", path.display()),
            Change::RemoveDirAll(path) => write!(f, "remove the directory {} with all in it", path.display()),
            Change::Other(what, path) => write!(f, "{what} {}", path.display()),
        }
    }
}
