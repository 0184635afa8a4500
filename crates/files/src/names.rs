//! The names of files and directories.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::Operation;
use crate::seam::act;

/// Renames a file or directory, replacing a file or an empty directory of that name.
///
/// # Errors
/// When it cannot be renamed.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    act(&Operation::Rename { from, to }, || fs::rename(from, to))
}

/// Renames a file, unless something has that name.
///
/// # Errors
/// When something has that name, or it cannot be renamed.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    act(&Operation::Rename { from, to }, || rename_unless_taken(from, to))
}

/// A hard link fails if the name is in use, and so does the rename of a system that has such a one.
fn rename_unless_taken(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // Not every kernel and file system can.
            Err(Errno::NOSYS | Errno::INVAL) => {}
            renamed => return Ok(renamed?),
        }
    }
    fs::hard_link(from, to)?;
    // Best effort: it has the name that it should have.
    drop(fs::remove_file(from));
    Ok(())
}

/// Exchanges the names of two files or directories at once.
///
/// # Errors
/// When the system or file system cannot do that.
#[cfg(target_os = "linux")]
pub fn exchange(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    act(&Operation::Exchange { from, to }, || Ok(renameat_with(CWD, from, CWD, to, RenameFlags::EXCHANGE)?))
}

/// Exchanges the names of two files or directories at once.
///
/// # Errors
/// Always: this system cannot do that.
#[cfg(not(target_os = "linux"))]
pub fn exchange(_from: &Path, _to: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Links a file under a second name, unless something has that name.
///
/// # Errors
/// When something has that name, or the file system cannot do that.
pub fn link(from: &Path, to: &Path) -> io::Result<()> {
    act(&Operation::Link { from, to }, || fs::hard_link(from, to))
}

/// Removes a file.
///
/// # Errors
/// When it cannot be removed, or is not there.
pub fn remove(path: &Path) -> io::Result<()> {
    act(&Operation::Remove { path }, || fs::remove_file(path))
}

/// Removes a file, if it is there, and returns whether it was.
///
/// # Errors
/// When it is there and cannot be removed.
pub fn remove_if_there(path: &Path) -> io::Result<bool> {
    match remove(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        removed => removed.map(|()| true),
    }
}

/// Removes a directory with its contents, or the file in its place, if anything is there. Of a link, only the link is
/// removed.
///
/// # Errors
/// When something is there and cannot be removed.
pub fn remove_all(path: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => act(&Operation::RemoveDirAll { path }, || fs::remove_dir_all(path)),
        Ok(_) => remove(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
