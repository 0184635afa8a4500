//! Files that the class's text names beside it: opponents.

use std::path::{Path, PathBuf};

use config::BotPlan;

use super::inventory::is_plain;
use crate::{ClassFolder, ClassPlan};

/// What a class's folder has of its own, in lower case: some file systems do not tell cases apart.
const OWN: &[&str] = &["class.toml", "private", "files", "ladder"];

impl ClassPlan {
    /// The opponents' files as the text names them, each once.
    pub fn opponents(&self) -> Vec<&str> {
        let against = self.requirements.iter().map(|requirement| &requirement.against);
        let mut files: Vec<&str> = against
            .chain(self.scrimmage.iter().flat_map(|scrimmage| &scrimmage.opponents))
            .filter_map(|bot| match bot {
                BotPlan::File(file) => Some(file.as_str()),
                BotPlan::Builtin(_) | BotPlan::Opponent(_) => None,
            })
            .collect();
        files.sort_unstable();
        files.dedup();
        files
    }
}

impl ClassFolder {
    /// Where a file is that the text names, if that is within the folder on any system, and nothing of the folder's own.
    pub(crate) fn beside(&self, name: &str) -> Option<PathBuf> {
        let first = name.split('/').next().unwrap_or_default().to_lowercase();
        let is_within = is_plain(name) && !OWN.contains(&first.as_str());
        is_within.then(|| self.root().join(Path::new(name)))
    }
}
