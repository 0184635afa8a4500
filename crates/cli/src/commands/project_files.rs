//! Writes the files of a new project, of a bot or of a game.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use explain::{Error, Kind, what_helps};
use game::visible_path;
use kit::File;

use crate::exit::Done;

/// Writes the files of a new project.
pub(super) fn write_project(directory: &Path, files: &[File]) -> Done {
    if leads_nowhere(directory) {
        return Err(Error::input(format!(
            "{} is a link to a path that does not exist",
            visible_path(directory)
        ))
        .hint("create the directory that it points to, or choose another one"));
    }
    if !is_free(directory).map_err(|error| unwritable(directory, &error))? {
        return Err(Error::input(format!("{} is not empty", visible_path(directory)))
            .hint("choose a directory that is empty or does not exist"));
    }
    files.iter().try_for_each(|file| write(directory, file))
}

/// Returns `true` if the path is a dangling link.
fn leads_nowhere(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) && !path.exists()
}

/// Returns `true` if a directory is empty or does not exist.
fn is_free(directory: &Path) -> io::Result<bool> {
    match fs::read_dir(directory) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

fn write(directory: &Path, file: &File) -> Done {
    let path = directory.join(&file.path);
    let made = path.parent().map_or(Ok(()), files::create_dir_all);
    made.and_then(|()| files::write(&path, &file.text)).map_err(|error| unwritable(&path, &error))?;
    make_executable(&path, &file.text).map_err(|error| unwritable(&path, &error))
}

/// Makes a script executable.
#[cfg(unix)]
fn make_executable(path: &Path, text: &str) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if text.starts_with("#!") {
        files::set_permissions(path, fs::Permissions::from_mode(0o755))
    } else {
        Ok(())
    }
}

#[cfg(not(unix))]
fn make_executable(_: &Path, _: &str) -> io::Result<()> {
    Ok(())
}

pub(super) fn unwritable(path: &Path, error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
        .hint(what_helps(path, error))
}
