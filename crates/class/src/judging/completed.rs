//! Runs in which versions of the class play: where they are, and what came of them once they are complete.

use serde::{Deserialize, Serialize};

use crate::{Facts, Hash, Reader};

/// Where a run was when it began. It may have been moved or removed since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunPlace {
    /// The identity of the run.
    pub run: Hash,
    /// Its folder, as [`ClassFolder::place_of`](crate::ClassFolder::place_of) names it: relative to the class's if it is in
    /// there, or else the absolute path.
    pub folder: String,
}

/// A run that is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompletedRun {
    /// The identity of the run. It stays the same when the run adopts a change.
    pub run: Hash,
    /// The root: inputs and results.
    pub root: Hash,
    /// The fingerprint of the engine that played.
    pub engine: String,
    /// How often the class's modules failed.
    pub results: Vec<InRun>,
}

/// What a module has done in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InRun {
    /// The module.
    pub module: Hash,
    /// Its matches.
    pub matches: u64,
    /// Those that it lost by a fault.
    pub failed: u64,
}

impl Facts {
    /// Whether the students of the class are shown a run, as far as freezing goes: nothing is frozen, or what the run has
    /// now was written down before. `root` is `None` while the run is not complete.
    pub fn is_run_released(&self, run: &Hash, root: Option<&Hash>) -> bool {
        let seen = self.frozen_with(Reader::Participants, |_| false);
        let is_as_seen = || seen.track_record().run(run).is_some_and(|seen| Some(&seen.root) == root);
        self.frozen(Reader::Participants).is_none() || is_as_seen()
    }
}
