//! Who may read and write a file or directory.

use std::fs::{self, Permissions};
use std::io;
use std::path::Path;

use crate::Operation;
use crate::seam::act;

/// The permissions of a file that is the user's alone; `None` where the system has no such permissions.
#[cfg(unix)]
pub fn private() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o600))
}

/// The permissions of a file that is the user's alone; `None`, because this system has no such permissions.
#[cfg(not(unix))]
pub fn private() -> Option<Permissions> {
    None
}

/// Sets the permissions of a file or directory. Of a link, those of what it leads to.
///
/// # Errors
/// When they cannot be changed.
#[expect(clippy::needless_pass_by_value, reason = "as in the standard library")]
pub fn set_permissions(path: &Path, permissions: Permissions) -> io::Result<()> {
    act(&Operation::Permissions { path }, || fs::set_permissions(path, permissions.clone()))
}

/// Closes a directory to other users. Never follows a link that has taken its place.
///
/// # Errors
/// When it is a link or no directory, or access to it cannot be changed.
#[cfg(unix)]
pub fn restrict_dir(path: &Path) -> io::Result<()> {
    use rustix::fs::OFlags;
    restrict(path, 0o700, OFlags::NOFOLLOW | OFlags::DIRECTORY, |_| Ok(()))
}

/// Closes a file to other users. Never follows a link that has taken its place.
///
/// # Errors
/// When it is a link or no regular file, or access to it cannot be changed.
#[cfg(unix)]
pub fn restrict_file(path: &Path) -> io::Result<()> {
    use rustix::fs::OFlags;
    // A pipe would keep whoever opens it waiting.
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
    act(&Operation::Permissions { path }, || opened.set_permissions(Permissions::from_mode(mode)))
}

/// Closes a directory to other users, where the system can.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn restrict_dir(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Closes a file to other users, where the system can.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn restrict_file(_path: &Path) -> io::Result<()> {
    Ok(())
}
