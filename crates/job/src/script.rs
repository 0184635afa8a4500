//! A submitted script, and the module built from it.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use game::Game;
use serde::{Deserialize, Serialize};

use crate::Undecided;

/// File extensions that the JavaScript interpreter runs, without the dot.
pub const JAVASCRIPT_ENDINGS: &[&str] = &["js", "mjs", "ts", "mts"];
/// File extensions that the Python interpreter runs.
pub const PYTHON_ENDINGS: &[&str] = &["py"];

/// Returns `true` if a file is a script by its extension, ignoring case.
pub fn is_script(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    [JAVASCRIPT_ENDINGS, PYTHON_ENDINGS].concat().contains(&&*ending)
}

/// A submitted script.
pub struct Script<'a> {
    /// The name of its file among the sources. The extension tells its language.
    pub entry: &'a str,
    /// The files that contain it.
    pub sources: &'a dyn Sources,
    /// The game that it plays; `None` if its imports tell the game.
    pub game: Option<&'static dyn Game>,
}

/// The files that a script may be built from, by path, with `/` between the parts.
pub trait Sources {
    /// Returns `true` if a file of this name may exist.
    fn has(&self, name: &str) -> bool;

    /// Reads at most `most` bytes of a file; `None` if there is no such file.
    ///
    /// # Errors
    /// When the file exists and cannot be read.
    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>>;

    /// Returns a guess at the files that the script may import under computed names: those with one of the extensions,
    /// the likeliest first.
    fn near(&self, endings: &[&str]) -> Vec<String>;
}

/// Files in memory, by their paths.
impl<B: AsRef<[u8]>> Sources for BTreeMap<String, B> {
    fn has(&self, name: &str) -> bool {
        path_of(name).is_some_and(|path| self.contains_key(&path))
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let bytes = path_of(name).and_then(|path| self.get(&path)).map(AsRef::as_ref);
        Ok(bytes.map(|bytes| bytes[..bytes.len().min(most)].to_vec()))
    }

    /// Files in the script's folder come first, then those in subfolders. Hidden files are left out.
    fn near(&self, endings: &[&str]) -> Vec<String> {
        let has_ending =
            |name: &str| name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending));
        let is_hidden = |name: &str| name.split('/').any(|part| part.starts_with('.'));
        let mut names: Vec<&String> =
            self.keys().filter(|name| has_ending(name) && !is_hidden(name)).collect();
        names.sort_by_key(|name| name.matches('/').count());
        names.into_iter().cloned().collect()
    }
}

/// Returns the normalized path of a file; `None` if the name leads out of the folder.
fn path_of(name: &str) -> Option<String> {
    let parts: Vec<&str> = name.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let is_within = !name.starts_with('/') && !parts.contains(&"..");
    is_within.then(|| parts.join("/"))
}

/// A module built from a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptBuild {
    /// The module: complete, and of the size class that its interpreter needs.
    pub module: Vec<u8>,
    /// The name of the game that it plays.
    pub game: &'static str,
    /// The language that it is written in.
    pub language: &'static str,
    /// The script's output while it was loaded.
    pub log: String,
    /// The files it is built from, as their author wrote them, by their names among the sources.
    pub sources: BTreeMap<String, String>,
}

/// Reasons why no module is built from a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotBuilt {
    /// Something is wrong with the script.
    Wrong {
        /// The problem, with file, line and column where known.
        what: String,
        /// Advice for the author; `None` if the problem itself says what to do.
        advice: Option<String>,
    },
    /// One of its files exists and cannot be read.
    Unreadable {
        /// Its name among the sources.
        file: String,
        /// The reason.
        why: String,
    },
    /// This machine did not decide about the interpreter.
    Undecided(Undecided),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_memory_are_found_by_every_name_that_leads_to_them() {
        let names = ["z.js", "b.ts", "c.py", "lib/deep/x.js", "lib/a.js", ".git/a.js", ".a.js", "a/y.js"];
        let files: BTreeMap<String, Vec<u8>> =
            names.iter().map(|name| ((*name).to_owned(), name.as_bytes().to_vec())).collect();
        for (name, found) in [
            ("z.js", Some("z.js")),
            ("lib/./a.js", Some("lib/a.js")),
            ("lib//a.js", Some("lib/a.js")),
            ("lib/../z.js", None),
            ("/z.js", None),
            ("lib", None),
            ("", None),
        ] {
            assert_eq!(files.has(name), found.is_some(), "{name}");
            let read = files.read(name, 100).expect("memory can be read");
            assert_eq!(read.as_deref(), found.map(str::as_bytes), "{name}");
        }
        assert_eq!(files.read("z.js", 2).expect("memory can be read").as_deref(), Some(&b"z."[..]));
        assert_eq!(files.near(&["js", "ts"]), ["b.ts", "z.js", "a/y.js", "lib/a.js", "lib/deep/x.js"]);
    }
}
