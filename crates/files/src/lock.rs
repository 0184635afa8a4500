//! Lock files.

use std::fs::{OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::interception::act;
use crate::{File, OperationKind};

impl File {
    /// Opens a lock file for reading and writing. If it is missing, it is created, accessible only to this user.
    /// Never follows a link: a directory may come from an untrusted source, and another file would be overwritten.
    ///
    /// # Errors
    /// If it is a link, or cannot be opened or created.
    pub fn open_lock(path: &Path) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        never_through_a_link(&mut options);
        match options.open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Another process may have been faster, which is fine.
                File::create_with(path, options.create(true).truncate(false))
            }
            opened => opened.map(|file| File::opened(path, file)),
        }
    }

    /// Locks the file for this process alone, and waits while another process holds it. The system releases the lock
    /// when the process ends in any way.
    ///
    /// # Errors
    /// If it cannot be locked.
    pub fn lock(&self) -> io::Result<()> {
        act(OperationKind::Lock, self.path(), || self.as_std().lock())
    }

    /// Locks the file for this process alone. Returns `false` if another process holds it.
    ///
    /// # Errors
    /// If it cannot be locked.
    pub fn try_lock(&self) -> io::Result<bool> {
        act(OperationKind::Lock, self.path(), || match self.as_std().try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        })
    }
}

#[cfg(unix)]
fn never_through_a_link(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600).custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
}

#[cfg(not(unix))]
fn never_through_a_link(_options: &mut OpenOptions) {}
