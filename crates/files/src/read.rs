//! Bounded reads of files of any kind.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::OperationKind;
use crate::interception::act;

/// Opens a regular file for reading. Anything else is refused: a pipe would block the program until data arrives.
///
/// # Errors
/// If it cannot be opened, or is not a regular file.
pub fn open(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    without_waiting(&mut options);
    let file = act(OperationKind::Open, path, || options.open(path))?;
    let found = file.metadata()?;
    if found.is_dir() {
        return Err(io::Error::other("it is a directory, not a file"));
    }
    if !found.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    Ok(file)
}

/// Reads a regular file of at most this many bytes.
///
/// # Errors
/// If it cannot be read, is not a regular file or has more bytes.
pub fn read_bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {most} bytes")));
    }
    Ok(bytes)
}

/// Reads a regular file of at most this many bytes as text, as [`plaintext::read`] does.
///
/// # Errors
/// As [`read_bounded`], or if it is not text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    plaintext::read(&read_bounded(path, most)?).map_err(io::Error::other)
}

#[cfg(unix)]
fn without_waiting(options: &mut fs::OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
}

#[cfg(not(unix))]
fn without_waiting(_options: &mut fs::OpenOptions) {}
