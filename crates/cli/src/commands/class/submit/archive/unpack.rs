//! The files of one student in a folder of their own, which is gone when it is dropped.

use std::path::{Path, PathBuf};
use std::{fs, io};

use tempfile::TempDir;

/// Files in a folder.
pub(super) struct Unpacked {
    folder: TempDir,
}

/// Writes files into a new folder of the system's temporary ones. One whose name no system could be trusted with is left
/// out: a script that imports it is told that it is not there.
pub(super) fn files(files: &[(&str, &[u8])]) -> io::Result<Unpacked> {
    let unpacked = Unpacked { folder: tempfile::Builder::new().prefix("muster-").tempdir()? };
    for (name, bytes) in files {
        if !is_plain(name) {
            continue;
        }
        let path = unpacked.path(name);
        // A file in the place of a folder, or the other way round: the first stays.
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        if made.is_ok() {
            // Never through a link or into a device: the folder is new, and has what was written here alone.
            let written = fs::OpenOptions::new().write(true).create_new(true).open(&path);
            if let Ok(mut file) = written {
                io::Write::write_all(&mut file, bytes)?;
            }
        }
    }
    Ok(unpacked)
}

impl Unpacked {
    /// Where a file is.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        let folder: &Path = self.folder.path();
        name.split('/').fold(folder.to_owned(), |path, part| path.join(part))
    }
}

/// Whether every part of a name is an ordinary name of a file on every system.
fn is_plain(name: &str) -> bool {
    let special = |character: char| character.is_control() || "<>:\"|?*\\".contains(character);
    name.split('/').all(|part| {
        !part.is_empty() && !part.contains(special) && !part.ends_with(['.', ' ']) && part.len() <= 200
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_outside_the_folder() {
        let names =
            ["a.js", "lib/b.js", "../c", "/d", "x:y", "con\u{7}", "..", "lib/../../e", "a.js/f", "g\\h"];
        let all: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, &b"x"[..])).collect();
        let unpacked = files(&all).unwrap();
        let listed = |folder: &Path| {
            let mut names: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        assert_eq!(listed(unpacked.folder.path()), ["a.js", "lib"]);
        assert_eq!(listed(&unpacked.path("lib")), ["b.js"]);
        assert_eq!(fs::read(unpacked.path("lib/b.js")).unwrap(), b"x");
    }
}
