//! The files of a script: those in the folder of its entry file and below.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use crate::BuildError;
use crate::text::{FILE_BYTES, text};

/// The folder of a script.
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder that a script's entry file is in, and the name of the file.
    pub(crate) fn of(entry: &Path) -> Result<(Folder, String), BuildError> {
        let unreadable = |source| BuildError::Unreadable { path: entry.to_owned(), source };
        let name = entry.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| unreadable(io::Error::other("its name is not a text")))?;
        let parent = entry.parent().filter(|parent| !parent.as_os_str().is_empty());
        let path = parent.unwrap_or(Path::new(".")).canonicalize().map_err(unreadable)?;
        Ok((Folder { path }, name.to_owned()))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there may be a file of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.path.join(name).is_file()
    }

    /// The text of a file by its name relative to the folder, without a byte order mark; `None` if there is no such file
    /// in it. A link that leads out of the folder is none.
    pub(crate) fn read(&self, name: &str) -> Result<Option<String>, BuildError> {
        let named = Path::new(name);
        if !named.components().all(|part| matches!(part, Component::Normal(_))) {
            return Ok(None);
        }
        let Ok(path) = self.path.join(named).canonicalize() else { return Ok(None) };
        if !path.starts_with(&self.path) || !path.is_file() {
            return Ok(None);
        }
        let unreadable = |source| BuildError::Unreadable { path: self.path.join(named), source };
        let mut bytes = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(FILE_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(unreadable)?;
        text(name, &bytes).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_in_the_folder_are_read() {
        let outer = tempfile::tempdir().expect("a folder");
        let inner = outer.path().join("bot");
        std::fs::create_dir_all(inner.join("lib")).expect("folders");
        std::fs::write(outer.path().join("secret.js"), "secret").expect("a file");
        std::fs::write(inner.join("bot.js"), "bot").expect("a file");
        std::fs::write(inner.join("lib/a.js"), "a").expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink(outer.path().join("secret.js"), inner.join("link.js")).expect("a link");
        let (folder, name) = Folder::of(&inner.join("bot.js")).expect("a folder");
        assert_eq!(name, "bot.js");
        let read = |name| folder.read(name).expect("readable");
        assert_eq!(read("bot.js").as_deref(), Some("bot"));
        assert_eq!(read("lib/a.js").as_deref(), Some("a"));
        for outside in
            ["../secret.js", "/etc/hostname", "lib/../../secret.js", "link.js", "lib", "", "none.js"]
        {
            assert_eq!(read(outside), None, "{outside}");
        }
    }
}
