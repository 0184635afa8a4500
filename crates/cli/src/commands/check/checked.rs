//! A file that was checked.

use std::path::{Path, PathBuf};

use classroom::named_module;
use explain::Error;
use job::NotAdmitted;
use play::{CheckPlan, TriedBot, Workbench};

/// What a file is checked with.
pub(super) struct FilePlan {
    pub(super) check: CheckPlan,
    /// The entrant whose bot it is, in the tournament's words.
    pub(super) entrant: Option<String>,
}

/// A file with what became of it.
pub(super) struct CheckedFile {
    pub(super) path: PathBuf,
    /// Size of the file.
    pub(super) bytes: usize,
    pub(super) plan: FilePlan,
    pub(super) decided: Result<TriedBot, NotAdmitted>,
}

impl CheckedFile {
    /// Reads a file, validates it and plays trial matches.
    pub(super) fn new(bench: &dyn Workbench, path: &Path, plan: FilePlan) -> Result<CheckedFile, Error> {
        let caps = plan.check.size.caps();
        let game = match &plan.check.matches[..] {
            [only] => Some(only.game),
            _ => None,
        };
        let bytes = named_module(&path.to_string_lossy(), game, &caps)?;
        let decided = plan.check.check(bench, &bytes)?;
        Ok(CheckedFile { path: path.to_owned(), bytes: bytes.len(), plan, decided })
    }
}
