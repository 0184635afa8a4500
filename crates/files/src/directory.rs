//! Directories.

use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::Operation;
use crate::seam::act;

/// Creates a directory.
///
/// # Errors
/// When there is something already, or it cannot be created.
pub fn create_dir(path: &Path) -> io::Result<()> {
    create(path, &DirBuilder::new())
}

/// Creates a directory, unless something is there.
///
/// # Errors
/// When it cannot be created.
pub fn create_dir_unless_there(path: &Path) -> io::Result<()> {
    match create_dir(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        created => created,
    }
}

/// Creates a directory, unless it is there, and those that it is in.
///
/// # Errors
/// When one of them cannot be created.
pub fn create_dir_all(path: &Path) -> io::Result<()> {
    create_all(path, &DirBuilder::new())
}

/// The same with directories that only the user can use, where the system has such directories. What is there stays as
/// it is.
///
/// # Errors
/// As [`create_dir_all`].
pub fn create_dir_all_private(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    close(&mut builder);
    create_all(path, &builder)
}

#[cfg(unix)]
fn close(builder: &mut DirBuilder) {
    use std::os::unix::fs::DirBuilderExt;
    builder.mode(0o700);
}

#[cfg(not(unix))]
fn close(_builder: &mut DirBuilder) {}

fn create(path: &Path, builder: &DirBuilder) -> io::Result<()> {
    act(&Operation::CreateDir { path }, || builder.create(path))
}

fn create_all(path: &Path, builder: &DirBuilder) -> io::Result<()> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Ok(());
    }
    match create(path, builder) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        // Another process may have been faster.
        Err(_) if path.is_dir() => return Ok(()),
        created => return created,
    }
    // Every path that does not exist is in another one.
    create_all(path.parent().ok_or(ErrorKind::NotFound)?, builder)?;
    match create(path, builder) {
        Err(_) if path.is_dir() => Ok(()),
        created => created,
    }
}

/// Removes an empty directory.
///
/// # Errors
/// When it cannot be removed, or is not there.
pub fn remove_dir(path: &Path) -> io::Result<()> {
    act(&Operation::RemoveDir { path }, || fs::remove_dir(path))
}

/// Tries whether files can be created in a directory, with one that has no name: two processes can do so at once, and
/// nothing is left behind.
///
/// # Errors
/// When none can be created.
pub fn try_to_write_in(path: &Path) -> io::Result<()> {
    act(&Operation::TryToWriteIn { path }, || tempfile::tempfile_in(path).map(drop))
}

/// Returns once the names in a directory are on the disk. A directory that this process may not read is left to the
/// system.
///
/// # Errors
/// When it cannot be opened or synced.
#[cfg(unix)]
pub fn sync_dir(path: &Path) -> io::Result<()> {
    match fs::File::open(path) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
        opened => {
            let directory = opened?;
            act(&Operation::SyncDir { path }, || directory.sync_all())
        }
    }
}

/// Returns once the names in a directory are on the disk, as far as this system can tell: it syncs no directories.
///
/// # Errors
/// When a test refuses it.
#[cfg(not(unix))]
pub fn sync_dir(path: &Path) -> io::Result<()> {
    act(&Operation::SyncDir { path }, || Ok(()))
}

/// Returns once everything on a directory's file system is on the disk, which takes much less time than thousands of
/// files one by one. Returns whether the system can do this.
///
/// # Errors
/// When the directory cannot be opened, or something cannot be written.
#[cfg(target_os = "linux")]
pub fn sync_file_system(path: &Path) -> io::Result<bool> {
    let directory = fs::File::open(path)?;
    act(&Operation::SyncFileSystem { path }, || Ok(rustix::fs::syncfs(&directory)?))?;
    Ok(true)
}

/// Syncs everything on a directory's file system to disk at once. Returns whether the system can.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub fn sync_file_system(_path: &Path) -> io::Result<bool> {
    Ok(false)
}
