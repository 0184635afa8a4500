//! Files that are written piece by piece.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::Operation;
use crate::seam::{act, write};

/// A file that is open for writing.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    /// Where the next byte goes, in bytes from the beginning.
    offset: u64,
    open: fs::File,
}

impl File {
    /// Creates a file, or empties the one that is there.
    ///
    /// # Errors
    /// When it cannot be created or emptied.
    pub fn create(path: &Path) -> io::Result<File> {
        File::create_with(path, OpenOptions::new().write(true).create(true).truncate(true))
    }

    /// Creates a file.
    ///
    /// # Errors
    /// When there is one already, or it cannot be created.
    pub fn create_new(path: &Path) -> io::Result<File> {
        File::create_with(path, OpenOptions::new().write(true).create_new(true))
    }

    /// Creates a file that is the user's alone from the beginning.
    ///
    /// # Errors
    /// As [`File::create_new`].
    pub fn create_new_private(path: &Path) -> io::Result<File> {
        File::create_new_within(path, crate::private().as_ref())
    }

    /// Creates a file that nobody may read who may not read one with these permissions, if any are given.
    pub(crate) fn create_new_within(path: &Path, permissions: Option<&Permissions>) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        give(&mut options, permissions);
        File::create_with(path, &options)
    }

    /// The same for a file that is emptied if it is there.
    pub(crate) fn create_within(path: &Path, permissions: &Permissions) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        give(&mut options, Some(permissions));
        File::create_with(path, &options)
    }

    /// Sets the permissions of the file.
    pub(crate) fn set_permissions(&self, permissions: &Permissions) -> io::Result<()> {
        let path = &self.path;
        act(&Operation::Permissions { path }, || self.open.set_permissions(permissions.clone()))
    }

    /// Opens a file with options that create or empty it.
    pub(crate) fn create_with(path: &Path, options: &OpenOptions) -> io::Result<File> {
        act(&Operation::Create { path }, || options.open(path)).map(|file| File::opened(path, file))
    }

    /// A file that is open at its beginning.
    pub(crate) fn opened(path: &Path, open: fs::File) -> File {
        File { path: path.to_owned(), offset: 0, open }
    }

    /// The path that it was opened by.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The open file, for what is no write.
    pub(crate) fn as_std(&self) -> &fs::File {
        &self.open
    }

    /// Cuts the file to a length in bytes, or fills it up with zeros. The next byte goes where it would have gone.
    ///
    /// # Errors
    /// When the length cannot be changed.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        act(&Operation::SetLength { path: &self.path, length }, || self.open.set_len(length))
    }

    /// Returns once all that was written is on the disk.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn sync(&self) -> io::Result<()> {
        act(&Operation::Sync { path: &self.path }, || self.open.sync_all())
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

/// Returns once all that was written into a file, by whomever, is on the disk.
///
/// # Errors
/// When it cannot be opened, or the disk does not take it.
pub fn sync_file(path: &Path) -> io::Result<()> {
    let file = fs::File::open(path)?;
    act(&Operation::Sync { path }, || file.sync_all())
}

/// Has a file be created with these permissions: at no time may others read what they may not read in the end.
#[cfg(unix)]
fn give(options: &mut OpenOptions, permissions: Option<&Permissions>) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    if let Some(permissions) = permissions {
        options.mode(permissions.mode() & 0o777);
    }
}

#[cfg(not(unix))]
fn give(_options: &mut OpenOptions, _permissions: Option<&Permissions>) {}
