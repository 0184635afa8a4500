//! Directories.

use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::OperationKind;
use crate::interception::act;

/// Creates a directory.
///
/// # Errors
/// If something is already there, or it cannot be created.
pub fn create_dir(path: &Path) -> io::Result<()> {
    create(path, &DirBuilder::new())
}

/// Creates a directory, unless something is there.
///
/// # Errors
/// If it cannot be created.
pub fn create_dir_unless_there(path: &Path) -> io::Result<()> {
    match create_dir(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        created => created,
    }
}

/// Creates a directory and its parents, unless they exist.
///
/// # Errors
/// If one of them cannot be created.
pub fn create_dir_all(path: &Path) -> io::Result<()> {
    create_all(path, &DirBuilder::new())
}

/// Does the same with directories that only this user can access, if the system has such directories. Existing
/// directories do not change.
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
    act(OperationKind::CreateDir, path, || builder.create(path))
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
    // Every path that does not exist has a parent.
    create_all(path.parent().ok_or(ErrorKind::NotFound)?, builder)?;
    match create(path, builder) {
        Err(_) if path.is_dir() => Ok(()),
        created => created,
    }
}

/// Removes an empty directory.
///
/// # Errors
/// If it cannot be removed, or does not exist.
pub fn remove_dir(path: &Path) -> io::Result<()> {
    act(OperationKind::RemoveDir, path, || fs::remove_dir(path))
}

/// Checks that files can be created in a directory by creating one without a name. Two processes can do so at the
/// same time, and no file is left behind.
///
/// # Errors
/// If no file can be created.
pub fn try_to_write_in(path: &Path) -> io::Result<()> {
    act(OperationKind::TryToWriteIn, path, || tempfile::tempfile_in(path).map(drop))
}

/// Syncs the names in a directory to disk. For a directory that this process may not read, it does nothing and leaves
/// that to the system.
///
/// # Errors
/// If it cannot be opened or synced.
#[cfg(unix)]
pub fn sync_dir(path: &Path) -> io::Result<()> {
    match fs::File::open(path) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
        opened => {
            let directory = opened?;
            act(OperationKind::SyncDir, path, || directory.sync_all())
        }
    }
}

/// Syncs the names in a directory to disk, if the system can; this one cannot.
///
/// # Errors
/// If a test refuses it.
#[cfg(not(unix))]
pub fn sync_dir(path: &Path) -> io::Result<()> {
    act(OperationKind::SyncDir, path, || Ok(()))
}

/// Syncs everything on a directory's file system to disk, which takes much less time than thousands of files one by
/// one. Returns `true` if the system can do this.
///
/// # Errors
/// If the directory cannot be opened, or the sync fails.
#[cfg(target_os = "linux")]
pub fn sync_file_system(path: &Path) -> io::Result<bool> {
    let directory = fs::File::open(path)?;
    act(OperationKind::SyncFileSystem, path, || Ok(rustix::fs::syncfs(&directory)?))?;
    Ok(true)
}

/// Syncs everything on a directory's file system to disk. Returns `false`, because this system cannot do this.
///
/// # Errors
/// Never here.
#[cfg(not(target_os = "linux"))]
pub fn sync_file_system(_path: &Path) -> io::Result<bool> {
    Ok(false)
}
