//! Whole files: replaced at once, written, copied.

use std::fs::{self, Permissions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Write};
use std::path::Path;

use crate::temporary::Unplaced;
use crate::{File, private, remove_if_there, sync_dir};

/// Bytes that are copied at once.
const PIECE: usize = 1 << 17;

/// Replaces a file, or makes it: however the program ends, there is the old one or the new one, never half of it. A file
/// that is replaced passes its permissions on; a new one gets those that are given.
///
/// # Errors
/// When it cannot be written. The old file is then still there, unless only syncing its directory has failed.
pub fn replace(
    path: &Path,
    given: Option<Permissions>,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let permissions = fs::metadata(path).map(|old| old.permissions()).ok().or(given);
    replace_with(path, permissions, fill)
}

/// The same for a file that is the user's alone, whatever the old one was.
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
    // What another process of this number has left.
    remove_if_there(&new)?;
    let file = File::create_new_within(&new, permissions.as_ref())?;
    let place = Unplaced::new(new);
    if let Some(permissions) = permissions {
        file.set_permissions(&permissions)?;
    }
    let mut out = BufWriter::new(file);
    fill(&mut out)?;
    out.flush()?;
    out.get_ref().sync()?;
    drop(out);
    place.put(path)?;
    // A file's new name is on the disk once its directory is.
    sync_dir(path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new(".")))
}

/// Writes a file in its place. If the program ends meanwhile, half of it is there: this is for what is made again then.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    File::create(path)?.write_all(bytes.as_ref())
}

/// Copies a file with its permissions, over the one that is there. Returns how many bytes it has.
///
/// # Errors
/// When it is no regular file, or cannot be read or written.
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
