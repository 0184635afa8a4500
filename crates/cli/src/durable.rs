//! Files that are replaced at once: however the program ends, there is the old one or the new one, never half of it.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Replaces a file, or makes it. A file that is replaced passes its permissions on; a new one gets those that are given.
///
/// # Errors
/// When it cannot be written. The old file is then still there.
pub(crate) fn replace(
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
pub(crate) fn replace_private(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    replace_with(path, private(), fill)
}

/// The permissions of a file that is the user's alone, where the system has any.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such permissions")]
pub(crate) fn private() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
pub(crate) fn private() -> Option<Permissions> {
    None
}

fn replace_with(
    path: &Path,
    permissions: Option<Permissions>,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let written = write(&new, permissions, fill).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        // Best effort: what is left over is named as such.
        let _ = fs::remove_file(&new);
    }
    written.and_then(|()| sync_folder(path))
}

fn write(
    path: &Path,
    permissions: Option<Permissions>,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    // What another process of this number has left.
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    restrict(&mut options, permissions.as_ref());
    let file = options.open(path)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    let mut out = BufWriter::new(file);
    fill(&mut out)?;
    out.flush()?;
    out.get_ref().sync_all()
}

/// At no time may others read what they may not read in the end.
#[cfg(unix)]
fn restrict(options: &mut OpenOptions, permissions: Option<&Permissions>) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    if let Some(permissions) = permissions {
        options.mode(permissions.mode() & 0o777);
    }
}

#[cfg(not(unix))]
fn restrict(_options: &mut OpenOptions, _permissions: Option<&Permissions>) {}

/// A file's new name is on the disk once its folder is.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        opened => opened?.sync_all(),
    }
}

#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_filled_leaves_the_old_one_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grades.csv");
        fs::write(&path, "old").unwrap();
        let failed = replace(&path, None, |out| {
            out.write_all(b"ne")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_passed_on() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        fs::write(&old, "old").unwrap();
        fs::set_permissions(&old, Permissions::from_mode(0o640)).unwrap();
        replace(&old, None, |out| out.write_all(b"new")).unwrap();
        assert_eq!((mode(&old), fs::read_to_string(&old).unwrap().as_str()), (0o640, "new"));
        replace(&new, private(), |out| out.write_all(b"new")).unwrap();
        assert_eq!(mode(&new), 0o600);
        replace_private(&old, |out| out.write_all(b"new")).unwrap();
        assert_eq!(mode(&old), 0o600, "a private file is closed, whatever it was");
    }
}
