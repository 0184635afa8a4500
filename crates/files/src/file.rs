//! Files that are written piece by piece.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::OperationKind;
use crate::interception::{act, write};

/// A file that is open for writing.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    /// Position of the next byte, from the start of the file.
    offset: u64,
    open: fs::File,
}

impl File {
    /// Creates a file, or empties an existing one.
    ///
    /// # Errors
    /// If it cannot be created or emptied.
    pub fn create(path: &Path) -> io::Result<File> {
        File::create_with(path, OpenOptions::new().write(true).create(true).truncate(true))
    }

    /// Creates a file.
    ///
    /// # Errors
    /// If it already exists, or cannot be created.
    pub fn create_new(path: &Path) -> io::Result<File> {
        File::create_with(path, OpenOptions::new().write(true).create_new(true))
    }

    /// Creates a file that only this user may access from the start.
    ///
    /// # Errors
    /// As [`File::create_new`].
    pub fn create_new_private(path: &Path) -> io::Result<File> {
        File::create_new_within(path, crate::private().as_ref())
    }

    /// Creates a file with these permissions, if any are given. At no time does it have wider ones.
    pub(crate) fn create_new_within(path: &Path, permissions: Option<&Permissions>) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        give(&mut options, permissions);
        File::create_with(path, &options)
    }

    /// Does the same, but empties an existing file.
    pub(crate) fn create_within(path: &Path, permissions: &Permissions) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        give(&mut options, Some(permissions));
        File::create_with(path, &options)
    }

    /// Sets the permissions of the file.
    pub(crate) fn set_permissions(&self, permissions: &Permissions) -> io::Result<()> {
        let path = &self.path;
        act(OperationKind::Permissions, path, || self.open.set_permissions(permissions.clone()))
    }

    /// Opens a file with options that create or empty it.
    pub(crate) fn create_with(path: &Path, options: &OpenOptions) -> io::Result<File> {
        act(OperationKind::Create, path, || options.open(path)).map(|file| File::opened(path, file))
    }

    /// Returns a file that is open at its start.
    pub(crate) fn opened(path: &Path, open: fs::File) -> File {
        File { path: path.to_owned(), offset: 0, open }
    }

    /// The path by which it was opened.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The open file, for operations other than writes.
    pub(crate) fn as_std(&self) -> &fs::File {
        &self.open
    }

    /// Truncates the file to a length in bytes, or extends it with zeros. The position of the next byte does not
    /// change.
    ///
    /// # Errors
    /// If the length cannot be changed.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        act(OperationKind::SetLength { length }, &self.path, || self.open.set_len(length))
    }

    /// Syncs everything that was written to disk.
    ///
    /// # Errors
    /// If the sync fails.
    pub fn sync(&self) -> io::Result<()> {
        act(OperationKind::Sync, &self.path, || self.open.sync_all())
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = write(&self.path, self.offset, bytes, &mut self.open)?;
        self.offset += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for File {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.open.read(bytes)?;
        self.offset += read as u64;
        Ok(read)
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.offset = self.open.seek(to)?;
        Ok(self.offset)
    }
}

/// Syncs everything that any process wrote into a file to disk.
///
/// # Errors
/// If it cannot be opened, or the sync fails.
pub fn sync_file(path: &Path) -> io::Result<()> {
    let file = fs::File::open(path)?;
    act(OperationKind::Sync, path, || file.sync_all())
}

/// Makes a file be created with these permissions, so that it is at no time open to users who may not read it in the
/// end.
#[cfg(unix)]
fn give(options: &mut OpenOptions, permissions: Option<&Permissions>) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    if let Some(permissions) = permissions {
        options.mode(permissions.mode() & 0o777);
    }
}

#[cfg(not(unix))]
fn give(_options: &mut OpenOptions, _permissions: Option<&Permissions>) {}
