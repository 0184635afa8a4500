//! Runs with versions of the class: their places, and their results once they are complete.

use serde::{Deserialize, Serialize};

use crate::{Facts, Hash, Reader};

/// The place of a run when it began. It may have been moved or removed since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunPlace {
    /// The identity of the run.
    pub run: Hash,
    /// Its folder, as [`ClassFolder::place_of`](crate::ClassFolder::place_of) names it: relative within the class's
    /// folder, absolute elsewhere.
    pub folder: String,
}

/// A complete run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompletedRun {
    /// The identity of the run. It stays the same when the run adopts a change.
    pub run: Hash,
    /// The root: inputs and results.
    pub root: Hash,
    /// The fingerprint of the engine that played.
    pub engine: String,
    /// The results of the class's modules.
    pub results: Vec<InRun>,
}

/// A module's results in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InRun {
    /// The module.
    pub module: Hash,
    /// Number of its matches.
    pub matches: u64,
    /// Number of matches that it lost by a fault.
    pub failed: u64,
}

impl Facts {
    /// Returns `true` if freezing does not hide a run from students: nothing is frozen, or the run's current root was
    /// recorded before the freeze. `root` is `None` while the run is not complete.
    pub fn is_run_released(&self, run: &Hash, root: Option<&Hash>) -> bool {
        let seen = self.frozen_with(Reader::Participants, |_| false);
        let is_as_seen = || seen.track_record().run(run).is_some_and(|seen| Some(&seen.root) == root);
        self.frozen(Reader::Participants).is_none() || is_as_seen()
    }
}
