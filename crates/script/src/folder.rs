//! The files of a script: the files in and below the folder of its entry file, and the entry file under the name that
//! its interpreter uses.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use job::Sources;

use crate::{BuildError, nearby_files};

/// The folder of a script on disk, which holds the files that its entry file may import.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Returns the folder of a script's entry file, and the file's name.
    ///
    /// # Errors
    /// If the folder cannot be found, or the file's name is not text.
    pub fn from_entry(entry: &Path) -> Result<(Folder, String), BuildError> {
        let unreadable = |source| BuildError::Unreadable { path: entry.to_owned(), source };
        let name = entry.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| unreadable(io::Error::other("its name is not a text")))?;
        let parent = entry.parent().filter(|parent| !parent.as_os_str().is_empty());
        let path = parent.unwrap_or(Path::new(".")).canonicalize().map_err(unreadable)?;
        Ok((Folder { path }, name.to_owned()))
    }
}

impl Folder {
    /// Returns the path of a file in the folder; `None` if there is none of this name. A link that leads out of the
    /// folder does not count.
    fn find(&self, name: &str) -> Option<PathBuf> {
        let named = Path::new(name);
        if !named.components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let path = self.path.join(named).canonicalize().ok()?;
        (path.starts_with(&self.path) && path.is_file()).then_some(path)
    }
}

impl Sources for Folder {
    fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        let Some(path) = self.find(name) else { return Ok(None) };
        let mut bytes = Vec::new();
        File::open(&path)?.take(most).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    fn near(&self, endings: &[&str]) -> Vec<String> {
        nearby_files::files(&self.path, endings)
    }
}

/// The files of a script. The ending of the entry file is in lower case here, even if it is not on disk: `bot.JS` is
/// `bot.js`.
pub(crate) struct ScriptFiles<'a> {
    /// The name of the entry file here.
    pub(crate) name: String,
    /// Its name among the files.
    given: &'a str,
    files: &'a dyn Sources,
}

impl<'a> ScriptFiles<'a> {
    pub(crate) fn new(given: &'a str, files: &'a dyn Sources) -> ScriptFiles<'a> {
        let name = match given.rsplit_once('.') {
            Some((stem, ending)) => format!("{stem}.{}", ending.to_ascii_lowercase()),
            None => given.to_owned(),
        };
        ScriptFiles { name, given, files }
    }

    fn given<'n>(&'n self, name: &'n str) -> &'n str {
        if name == self.name { self.given } else { name }
    }
}

impl Sources for ScriptFiles<'_> {
    fn has(&self, name: &str) -> bool {
        self.files.has(self.given(name))
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        self.files.read(self.given(name), most)
    }

    fn near(&self, endings: &[&str]) -> Vec<String> {
        self.files.near(endings)
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
        let (folder, name) = Folder::from_entry(&inner.join("bot.js")).expect("a folder");
        assert_eq!(name, "bot.js");
        let read = |name| {
            let bytes = folder.read(name, 100).expect("readable")?;
            Some(String::from_utf8(bytes).expect("a text"))
        };
        assert_eq!(read("bot.js").as_deref(), Some("bot"));
        assert_eq!(read("lib/a.js").as_deref(), Some("a"));
        for outside in
            ["../secret.js", "/etc/hostname", "lib/../../secret.js", "link.js", "lib", "", "none.js"]
        {
            assert_eq!(read(outside), None, "{outside}");
        }
    }
}
