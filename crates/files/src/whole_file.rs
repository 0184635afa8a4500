//! Whole files: replaced atomically, written, copied.

use std::fs::{self, Permissions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Write};
use std::path::Path;

use crate::temporary::UnmovedFile;
use crate::{File, private, remove_if_there, sync_dir};

/// Number of bytes to copy at once.
const PIECE: usize = 1 << 17;

/// Replaces or creates a file atomically: even if the program ends at any point, either the old or the new file
/// exists, never a part of it. A replaced file passes its permissions on; a new one gets the given ones.
///
/// # Errors
/// If it cannot be written. The old file then still exists, unless only the sync of its directory has failed.
pub fn replace(
    path: &Path,
    given: Option<Permissions>,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let permissions = fs::metadata(path).map(|old| old.permissions()).ok().or(given);
    replace_with(path, permissions, fill)
}

/// Does the same for a file that only this user may access, regardless of the old file's permissions.
///
/// # Errors
/// As [`replace`].
pub fn replace_private(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    replace_with(path, private(), fill)
}

fn replace_with(
    path: &Path,
    permissions: Option<Permissions>,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.file_name().ok_or(ErrorKind::InvalidInput)?.to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    // A file left behind by another process with this id.
    remove_if_there(&new)?;
    let file = File::create_new_within(&new, permissions.as_ref())?;
    let place = UnmovedFile::new(new);
    if let Some(permissions) = permissions {
        file.set_permissions(&permissions)?;
    }
    let mut out = BufWriter::new(file);
    fill(&mut out)?;
    out.flush()?;
    out.get_ref().sync()?;
    drop(out);
    place.put(path)?;
    // A file's new name is on disk only after its directory was synced.
    sync_dir(path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new(".")))
}

/// Writes a file in place. If the program ends meanwhile, only a part of it may exist: use this for files that are
/// then made again.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    File::create(path)?.write_all(bytes.as_ref())
}

/// Copies a file with its permissions, replacing an existing file. Returns the number of bytes.
///
/// # Errors
/// If it is not a regular file, or cannot be read or written.
pub fn copy(from: &Path, to: &Path) -> io::Result<u64> {
    let source = fs::File::open(from)?;
    let found = source.metadata()?;
    if !found.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let mut new = File::create_within(to, &found.permissions())?;
    new.set_permissions(&found.permissions())?;
    io::copy(&mut BufReader::with_capacity(PIECE, source), &mut new)
}
