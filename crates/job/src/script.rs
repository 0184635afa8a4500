//! A script that is handed in, and the module that is made of it.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use game::Game;
use serde::{Deserialize, Serialize};

use crate::Undecided;

/// Endings of files that the interpreter of JavaScript runs, without the dot.
pub const JAVASCRIPT_ENDINGS: &[&str] = &["js", "mjs", "ts", "mts"];
/// Endings of files that the interpreter of Python runs.
pub const PYTHON_ENDINGS: &[&str] = &["py"];

/// Whether a file is a script by its ending, in whichever case.
pub fn is_script(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    [JAVASCRIPT_ENDINGS, PYTHON_ENDINGS].concat().contains(&&*ending)
}

/// A script as it is handed in.
pub struct Script<'a> {
    /// The name of its file among the sources, with the ending that tells its language.
    pub entry: &'a str,
    /// The files among which it is.
    pub sources: &'a dyn Sources,
    /// The game that it plays; `None` if its imports tell that.
    pub game: Option<&'static dyn Game>,
}

/// Files by their paths, with `/` between the parts: those that a script may be made of.
pub trait Sources {
    /// Whether there may be a file of this name.
    fn has(&self, name: &str) -> bool;

    /// Reads a file, but no more than `most` bytes of it; `None` if there is no such file.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>>;

    /// The names of files with one of the endings that a script may ask for by computed names: a guess, the likeliest
    /// first.
    fn near(&self, endings: &[&str]) -> Vec<String>;
}

/// Files in memory, by their paths.
impl Sources for BTreeMap<String, Vec<u8>> {
    fn has(&self, name: &str) -> bool {
        path_of(name).is_some_and(|path| self.contains_key(&path))
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let bytes = path_of(name).and_then(|path| self.get(&path));
        Ok(bytes.map(|bytes| bytes[..bytes.len().min(most)].to_vec()))
    }

    /// Those in the folder of the script first, then those in folders of their own, without what is hidden.
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

/// The path of a file by any name of it, as a directory would take it; `None` if the name leads elsewhere.
fn path_of(name: &str) -> Option<String> {
    let parts: Vec<&str> = name.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let is_within = !name.starts_with('/') && !parts.contains(&"..");
    is_within.then(|| parts.join("/"))
}

/// A module that was made of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptBuild {
    /// The module: complete, and of the size class that its interpreter needs.
    pub module: Vec<u8>,
    /// The name of the game that it plays.
    pub game: &'static str,
    /// The language that it is written in.
    pub language: &'static str,
    /// What the script printed while it was loaded.
    pub log: String,
    /// The files that it is made of as their author wrote them, by their names among the sources.
    pub sources: BTreeMap<String, String>,
}

/// Why no module is made of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotBuilt {
    /// Something is wrong with the script.
    Wrong {
        /// What, with file, line and column where there is one.
        what: String,
        /// What its author can do about it, where that does not say so.
        advice: Option<String>,
    },
    /// One of its files is there and cannot be read.
    Unreadable {
        /// Its name among the sources.
        file: String,
        /// Why.
        why: String,
    },
    /// The interpreter is not decided about here.
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
