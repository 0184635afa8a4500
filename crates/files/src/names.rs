//! Operations on the names of files and directories.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::OperationKind;
use crate::interception::act;

/// Renames a file or directory, replacing a file or an empty directory of that name.
///
/// # Errors
/// If it cannot be renamed.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    act(OperationKind::Rename { to }, from, || fs::rename(from, to))
}

/// Renames a file, unless the new name is in use.
///
/// # Errors
/// If the new name is in use, or the file cannot be renamed.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    act(OperationKind::Rename { to }, from, || rename_unless_taken(from, to))
}

/// Uses a rename that fails if the name is in use, where the system has one, or else a hard link, which fails too.
fn rename_unless_taken(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // Not every kernel and file system supports it.
            Err(Errno::NOSYS | Errno::INVAL) => {}
            renamed => return Ok(renamed?),
        }
    }
    fs::hard_link(from, to)?;
    // Best effort: it already has its new name.
    drop(fs::remove_file(from));
    Ok(())
}

/// Exchanges the names of two files or directories atomically.
///
/// # Errors
/// If the system or file system cannot do that.
#[cfg(target_os = "linux")]
pub fn exchange(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    act(OperationKind::Exchange { to }, from, || {
        Ok(renameat_with(CWD, from, CWD, to, RenameFlags::EXCHANGE)?)
    })
}

/// Exchanges the names of two files or directories atomically.
///
/// # Errors
/// Always, because this system cannot do that.
#[cfg(not(target_os = "linux"))]
pub fn exchange(_from: &Path, _to: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Removes a file.
///
/// # Errors
/// If it cannot be removed, or does not exist.
pub fn remove(path: &Path) -> io::Result<()> {
    act(OperationKind::Remove, path, || fs::remove_file(path))
}

/// Removes a file if it exists, and returns `true` if it did.
///
/// # Errors
/// If it exists and cannot be removed.
pub fn remove_if_there(path: &Path) -> io::Result<bool> {
    match remove(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        removed => removed.map(|()| true),
    }
}

/// Removes a directory with its contents, or the file in its place, if anything is there. For a link, only the link
/// is removed.
///
/// # Errors
/// If something is there and cannot be removed.
pub fn remove_all(path: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => act(OperationKind::RemoveDirAll, path, || fs::remove_dir_all(path)),
        Ok(_) => remove(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
