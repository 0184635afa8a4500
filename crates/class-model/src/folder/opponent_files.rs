//! Opponents' files, which the class's text names and the class's folder holds.

use std::path::{Path, PathBuf};

use config::BotPlan;

use super::inventory::is_plain;
use crate::{ClassFolder, ClassPlan};

/// Reserved names in a class's folder, in lower case: some file systems ignore case.
const OWN: &[&str] = &["class.toml", "private", "files", "ladder"];

impl ClassPlan {
    /// Returns the opponents' files as the text names them, without duplicates.
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
    /// Returns the path of a file that the text names; `None` unless the name is portable, within the folder and not
    /// reserved.
    pub(crate) fn beside(&self, name: &str) -> Option<PathBuf> {
        let first = name.split('/').next().unwrap_or_default().to_lowercase();
        let is_within = is_plain(name) && !OWN.contains(&first.as_str());
        is_within.then(|| self.root().join(Path::new(name)))
    }
}
