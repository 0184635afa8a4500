//! Permissions of files and directories.

use std::fs::{self, Permissions};
use std::io;
use std::path::Path;

use crate::OperationKind;
use crate::interception::act;

/// Returns the permissions of a file that only this user may access; `None` if the system has no such permissions.
#[cfg(unix)]
pub fn private() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o600))
}

/// Returns `None`: this system has no permissions that restrict a file to its user.
#[cfg(not(unix))]
pub fn private() -> Option<Permissions> {
    None
}

/// Sets the permissions of a file or directory; for a link, those of its target.
///
/// # Errors
/// If they cannot be changed.
#[expect(clippy::needless_pass_by_value, reason = "as in the standard library")]
pub fn set_permissions(path: &Path, permissions: Permissions) -> io::Result<()> {
    act(OperationKind::Permissions, path, || fs::set_permissions(path, permissions.clone()))
}

/// Closes a directory to other users. Never follows a link that has taken its place.
///
/// # Errors
/// If it is a link or not a directory, or access to it cannot be changed.
#[cfg(unix)]
pub fn restrict_dir(path: &Path) -> io::Result<()> {
    use rustix::fs::OFlags;
    restrict(path, 0o700, OFlags::NOFOLLOW | OFlags::DIRECTORY, |_| Ok(()))
}

/// Closes a file to other users. Never follows a link that has taken its place.
///
/// # Errors
/// If it is a link or not a regular file, or access to it cannot be changed.
#[cfg(unix)]
pub fn restrict_file(path: &Path) -> io::Result<()> {
    use rustix::fs::OFlags;
    // Do not block on a pipe.
    restrict(path, 0o600, OFlags::NOFOLLOW | OFlags::NONBLOCK, |file| {
        if file.metadata()?.is_file() { Ok(()) } else { Err(io::Error::other("it is not a regular file")) }
    })
}

#[cfg(unix)]
fn restrict(
    path: &Path,
    mode: u32,
    flags: rustix::fs::OFlags,
    check: impl FnOnce(&fs::File) -> io::Result<()>,
) -> io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let opened = fs::OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)?;
    check(&opened)?;
    act(OperationKind::Permissions, path, || opened.set_permissions(Permissions::from_mode(mode)))
}

/// Closes a directory to other users, if the system can; this one cannot.
///
/// # Errors
/// Never here.
#[cfg(not(unix))]
pub fn restrict_dir(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Closes a file to other users, if the system can; this one cannot.
///
/// # Errors
/// Never here.
#[cfg(not(unix))]
pub fn restrict_file(_path: &Path) -> io::Result<()> {
    Ok(())
}
