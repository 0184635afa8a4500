//! Checking the runs of a restored class against its record.

use class_model::{ClassFolder, Facts};
use explain::{Error, Kind};
use game::visible_path;
use games::GAMES;
use ledger::{RunFolder, RunKind};

use crate::runs::{open_run, run_identity};

/// The runs of a restored class, checked without playing a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RestoredRuns {
    /// Number of runs whose root matches the class's record.
    pub proved: usize,
    /// Number of runs that are consistent by their own hashes, but have no root in the class's record, such as
    /// incomplete ones.
    pub whole: usize,
    /// Runs that differ from the class's record, each with the reason.
    pub differing: Vec<(String, String)>,
}

impl RestoredRuns {
    /// Checks every run in a class's folder.
    pub(super) fn check(class: &ClassFolder, facts: &Facts) -> Result<RestoredRuns, Error> {
        let folders = class.run_folders().map_err(|error| {
            Error::new(Kind::Host, format!("cannot read {}: {error}", visible_path(class.root())))
        })?;
        let mut runs = RestoredRuns::default();
        for folder in folders {
            match check_run_record(&RunFolder::at(&folder), facts) {
                Ok(true) => runs.proved += 1,
                Ok(false) => runs.whole += 1,
                Err(why) => runs.differing.push((folder.display().to_string(), why.what)),
            }
        }
        Ok(runs)
    }
}

/// Checks a run's record without playing a match: its hashes, and its root against the class's record. Returns `true`
/// if the class's record has the root, `false` if it has none to compare with.
///
/// # Errors
/// If the run is damaged or has another root, or it cannot be read.
pub fn check_run_record(folder: &RunFolder, facts: &Facts) -> Result<bool, Error> {
    let run = open_run(folder)?;
    let damage = run.ledger.check().map_err(|error| folder.explain(&error))?;
    if let Some(first) = damage.into_iter().next() {
        return Err(Error::new(Kind::Damaged, first));
    }
    let known = facts.track_record().run(&run_identity(&run)?).map(|known| known.root);
    let (Some(known), RunKind::Tournament) = (known, run.header.kind) else { return Ok(false) };
    let terms = run.subject(GAMES).map_err(|error| Error::wrap(Kind::Damaged, &error))?.terms();
    let root = run.ledger.root(&terms).map_err(|error| folder.explain(&error))?;
    if root.as_ref().is_some_and(|root| root.hash() == known) {
        return Ok(true);
    }
    // A ruling or an adopted change may have changed the root after the class recorded it.
    let earlier = run.earlier(GAMES, &|root| root.hash() == known);
    match earlier.map_err(|error| Error::wrap(Kind::Damaged, &error))? {
        Some(_) => Ok(true),
        None => {
            Err(Error::new(Kind::Damaged, format!("its root is not {known}, the one in the class's record")))
        }
    }
}
