//! The files of a bot, and detection of saves.

use std::collections::BTreeMap;
use std::path::Path;

use hash::Hash;
use job::Sources;
use script::{BuildError, Folder};

/// The hashes of files, by their names in the bot's folder; `None` for a file that does not exist.
pub type Files = BTreeMap<String, Option<Hash>>;

/// Number of consecutive looks without a change before a change counts as saved.
const QUIET: u32 = 1;
/// The same for a missing or empty file, which an editor may be about to write.
const LONG_QUIET: u32 = 10;

/// Follows the files of a bot: its own, and those that its last build asked for, existing or not. Ignores all other
/// files in the folder.
pub struct Follower {
    folder: Folder,
    name: String,
    known: Files,
    /// Files that differ from the known ones, and the number of consecutive looks that found them unchanged.
    unsettled: Option<(Files, u32)>,
}

impl Follower {
    /// Follows a bot's own file.
    ///
    /// # Errors
    /// If its folder cannot be found.
    pub fn new(bot: &Path) -> Result<Follower, BuildError> {
        let (folder, name) = Folder::from_entry(bot)?;
        let known = Files::from([(name.clone(), contents(&folder, &name))]);
        Ok(Follower { folder, name, known, unsettled: None })
    }

    /// Returns `true` if the bot's own file existed at the last look.
    pub fn has_bot(&self) -> bool {
        self.known.get(&self.name).is_some_and(Option::is_some)
    }

    /// Follows these files from now on, with their contents at the time of the build.
    pub fn keep(&mut self, files: Files) {
        self.known = files;
        self.known.entry(self.name.clone()).or_insert(None);
        self.unsettled = None;
    }

    /// Looks at the files. Returns `true` if they have changed and settled.
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

    /// Returns `true` if a file has become missing or empty, as happens briefly while some editors save.
    fn is_halfway(&self, found: &Files) -> bool {
        let empty = Hash::digest(b"");
        found.iter().any(|(name, contents)| {
            let before = self.known.get(name).copied().flatten();
            before.is_some() && before != *contents && contents.is_none_or(|contents| contents == empty)
        })
    }
}

/// Returns the hash of a file; `None` if it cannot be read, which the build will report.
fn contents(folder: &Folder, name: &str) -> Option<Hash> {
    folder.read(name, u64::MAX).ok().flatten().map(|bytes| Hash::digest(&bytes))
}
