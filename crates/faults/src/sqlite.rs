//! SQLite's access to the disk: a VFS on top of SQLite's own for Unix. It is the default once a process has its first
//! [`Disk`]. Files outside all watched directories are opened by the underlying VFS, as if this one did not exist.
//!
//! [`Disk`]: crate::Disk

mod file;
mod vfs;

use std::ffi::{CStr, OsStr, c_char, c_int};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use rusqlite::ffi;

use crate::watched_disk::WatchedDisk;

/// All watched disks.
static WATCHES: RwLock<Vec<Arc<WatchedDisk>>> = RwLock::new(Vec::new());

/// Watches SQLite's files below a directory until it is dropped.
pub(crate) struct WatchedSqlite(Arc<WatchedDisk>);

impl Drop for WatchedSqlite {
    fn drop(&mut self) {
        let mut watches = WATCHES.write().unwrap_or_else(PoisonError::into_inner);
        watches.retain(|disk| !Arc::ptr_eq(disk, &self.0));
    }
}

pub(crate) fn watch(disk: &Arc<WatchedDisk>) -> WatchedSqlite {
    vfs::install();
    WATCHES.write().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(disk));
    WatchedSqlite(Arc::clone(disk))
}

/// Returns the watched disk that a file is on; `None` if it is not watched.
fn disk_of(path: &Path) -> Option<Arc<WatchedDisk>> {
    let watches = WATCHES.read().unwrap_or_else(PoisonError::into_inner);
    watches.iter().find(|disk| path.starts_with(&disk.root)).cloned()
}

/// Returns the path that SQLite names; `None` for a file without a name.
///
/// # Safety
/// The name is null or ends with a zero, and lives as long as the path.
#[expect(unsafe_code, reason = "SQLite passes names as pointers")]
unsafe fn path<'a>(name: *const c_char) -> Option<&'a Path> {
    if name.is_null() {
        return None;
    }
    // SAFETY: the caller guarantees it.
    let name = unsafe { CStr::from_ptr(name) };
    Some(Path::new(OsStr::from_bytes(name.to_bytes())))
}

/// Returns the code that SQLite's own VFS gives for a lock error.
fn lock_code(error: &io::Error) -> c_int {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::ResourceBusy | ErrorKind::Interrupted => ffi::SQLITE_BUSY,
        _ => ffi::SQLITE_IOERR_LOCK,
    }
}

/// Returns the code that SQLite's own VFS gives for a write error.
fn write_code(error: &io::Error) -> c_int {
    match error.kind() {
        ErrorKind::StorageFull => ffi::SQLITE_FULL,
        _ => ffi::SQLITE_IOERR_WRITE,
    }
}
