//! The files of a bot, and whether they were saved.

use std::collections::BTreeMap;
use std::path::Path;

use hash::Hash;
use job::Sources;
use script::{BuildError, Folder};

/// The contents of files by their names in the bot's folder; `None` for a file that does not exist.
pub type Files = BTreeMap<String, Option<Hash>>;

/// How often in a row files have to be found alike before they count as saved.
const QUIET: u32 = 1;
/// The same where a file is gone or empty: whoever saves may be about to write it.
const LONG_QUIET: u32 = 10;

/// Follows the files that a bot is made of: its own, and those that its last build asked for, whether or not they are there.
/// Whatever else is written into the folder goes unnoticed.
pub struct Follower {
    folder: Folder,
    name: String,
    known: Files,
    /// Files that differ from those known, and how often in a row they were found so.
    unsettled: Option<(Files, u32)>,
}

impl Follower {
    /// Follows a bot's own file.
    ///
    /// # Errors
    /// When its folder cannot be found.
    pub fn of(bot: &Path) -> Result<Follower, BuildError> {
        let (folder, name) = Folder::of(bot)?;
        let known = Files::from([(name.clone(), contents(&folder, &name))]);
        Ok(Follower { folder, name, known, unsettled: None })
    }

    /// Whether the bot's own file was there when it was looked for last.
    pub fn has_bot(&self) -> bool {
        self.known.get(&self.name).is_some_and(Option::is_some)
    }

    /// Follows these files from now on, whose contents were read.
    pub fn keep(&mut self, files: Files) {
        self.known = files;
        self.known.entry(self.name.clone()).or_insert(None);
        self.unsettled = None;
    }

    /// Looks at the files; returns whether they have changed and are written: they were the same the last time, too.
    pub fn look(&mut self) -> bool {
        let found: Files =
            self.known.keys().map(|name| (name.clone(), contents(&self.folder, name))).collect();
        if found == self.known {
            self.unsettled = None;
            return false;
        }
        let quiet = match self.unsettled.take() {
            Some((before, quiet)) if before == found => quiet + 1,
            _ => 0,
        };
        let due = if self.is_halfway(&found) { LONG_QUIET } else { QUIET };
        if quiet < due {
            self.unsettled = Some((found, quiet));
            return false;
        }
        self.known = found;
        true
    }

    /// Whether a file that was there is gone or empty, as it is for a moment while some editors save.
    fn is_halfway(&self, found: &Files) -> bool {
        let empty = Hash::of(b"");
        found.iter().any(|(name, contents)| {
            let before = self.known.get(name).copied().flatten();
            before.is_some() && before != *contents && contents.is_none_or(|contents| contents == empty)
        })
    }
}

/// What is in a file; `None` if it cannot be read, which its build will say.
fn contents(folder: &Folder, name: &str) -> Option<Hash> {
    folder.read(name, u64::MAX).ok().flatten().map(|bytes| Hash::of(&bytes))
}
