//! A cycle's place: the text of its tournament, and its run.

use std::path::PathBuf;

use class::ClassFolder;
use ledger::RunFolder;

/// The part of a class's folder with the season's runs.
pub(super) fn folder(class: &ClassFolder) -> PathBuf {
    class.ladder()
}

/// A cycle, played or not.
pub(super) struct Cycle {
    /// From 1.
    pub(super) number: u32,
    /// The tournament's text.
    pub(super) text: PathBuf,
    pub(super) run: RunFolder,
}

impl Cycle {
    pub(super) fn at(class: &ClassFolder, number: u32) -> Cycle {
        let name = format!("{number:04}");
        let folder = folder(class);
        Cycle { number, text: folder.join(format!("{name}.toml")), run: RunFolder::at(folder.join(name)) }
    }

    /// Whether it is decided who meets whom.
    pub(super) fn is_laid_out(&self) -> bool {
        self.text.is_file()
    }
}
