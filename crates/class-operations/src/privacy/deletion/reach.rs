//! The runs and ladder cycles of a class that may contain a student's data.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use class_model::{Facts, Hash};
use explain::{Error, Kind};
use game::{visible, visible_path};
use games::GAMES;
use ledger::RunFolder;
use run_folder::LockedRun;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::open_class::OpenClass;
use crate::runs::{count_student_lines, forget_student, open_run, open_tournament, run_identity};

/// The runs that were found, and those that were not.
pub(super) struct Reach {
    pub(super) runs: Vec<ReachedRun>,
    pub(super) missing: Vec<MissingRun>,
}

/// A run that was found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RunReport")]
pub struct ReachedRun {
    /// The path of its folder.
    #[serde(rename = "path", serialize_with = "path_text")]
    #[schemars(with = "String")]
    pub folder: RunFolder,
    /// Number of lines about the student in `private/students.csv`.
    pub lines: usize,
    /// The hashes of the student's modules that are deleted from the run.
    #[serde(rename = "withheld")]
    #[schemars(with = "Vec<String>")]
    pub modules: Vec<Hash>,
}

fn path_text<S: Serializer>(folder: &RunFolder, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&folder.root().display())
}

/// A run that was not found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MissingRunReport")]
pub struct MissingRun {
    /// The run's identity, 64 hexadecimal digits.
    #[schemars(with = "String")]
    pub run: Hash,
    /// The path of the folder in which the run began; null if the class does not know it.
    pub began_in: Option<String>,
}

/// The runs to search, and the data to search for.
pub(super) struct Wanted<'a> {
    /// Runs named by the caller.
    pub(super) given: &'a [PathBuf],
    /// The student's id.
    pub(super) id: &'a str,
    /// The modules that no remaining student has handed in.
    pub(super) modules: &'a BTreeSet<Hash>,
}

impl Reach {
    /// Searches the named runs, all runs in the class's folder, and the folders where runs began according to the
    /// class's record. Runs set aside in any of these folders are included.
    pub(super) fn search(class: &OpenClass, facts: &Facts, wanted: &Wanted<'_>) -> Result<Reach, Error> {
        let mut places: Vec<(PathBuf, bool)> = wanted.given.iter().map(|run| (run.clone(), true)).collect();
        let within = class.folder.run_folders().map_err(|error| {
            Error::new(Kind::Host, format!("cannot read {}: {error}", visible_path(class.folder.root())))
        })?;
        let noted = facts.places().map(|(_, place)| class.folder.at_place(place));
        let others: Vec<PathBuf> = within.into_iter().chain(noted).collect();
        let aside = places.iter().map(|(path, _)| path).chain(&others).flat_map(|path| set_aside(path));
        let others = aside.collect::<Vec<_>>().into_iter().chain(others);
        let holds_run = |path: &PathBuf| RunFolder::at(path).holds_run();
        places.extend(others.filter(holds_run).map(|path| (path, false)));
        let (mut runs, mut known, mut seen) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for (path, is_given) in places {
            // Several paths may lead to the same folder.
            if !seen.insert(fs::canonicalize(&path).unwrap_or_else(|_| path.clone())) {
                continue;
            }
            let folder = RunFolder::at(&path);
            let run = if is_given { open_tournament(&folder)? } else { open_run(&folder)? };
            known.insert(run_identity(&run)?);
            // Includes modules that the class has already removed.
            let has = run.ledger.modules().map_err(|error| folder.explain(&error))?;
            let modules = wanted.modules.intersection(&has).copied().collect();
            let lines = count_student_lines(&folder, wanted.id)?;
            runs.push(ReachedRun { folder, lines, modules });
        }
        let place_of = |run: &Hash| {
            let (_, place) = facts.places().find(|(known, _)| *known == run)?;
            Some(class.folder.at_place(place).display().to_string())
        };
        let begun = facts.places().map(|(run, _)| *run);
        let all: BTreeSet<Hash> = begun.chain(facts.track_record().runs().map(|run| run.run)).collect();
        let missing = all.difference(&known).map(|run| MissingRun { run: *run, began_in: place_of(run) });
        Ok(Reach { missing: missing.collect(), runs })
    }
}

/// Deletes a student's data from runs. All runs are locked and checked before any is changed.
pub(super) fn delete(runs: &[ReachedRun], id: &str) -> Result<(), Error> {
    let changing: Vec<&ReachedRun> = runs.iter().filter(|run| run.changes()).collect();
    let locked = changing.iter().map(|run| run.lock()).collect::<Result<Vec<_>, _>>()?;
    for (run, locked) in changing.iter().zip(locked) {
        forget_student(&run.folder, id)?;
        run.withhold(locked)?;
    }
    Ok(())
}

impl ReachedRun {
    /// Returns `true` if anything is deleted from the run.
    pub fn changes(&self) -> bool {
        self.lines > 0 || !self.modules.is_empty()
    }

    /// Locks the run. Refuses a run that still needs the modules.
    fn lock(&self) -> Result<LockedRun, Error> {
        let path = self.folder.root();
        let locked = LockedRun::take(&self.folder).map_err(|error| self.folder.explain(&error))?;
        if self.modules.is_empty() {
            return Ok(locked);
        }
        let subject = locked.record.subject(GAMES).map_err(|error| Error::wrap(Kind::Input, &error))?;
        let fit = subject.fit(&locked.record).map_err(|error| Error::wrap(Kind::Input, &error))?;
        let Some(missing) = fit.missing else { return Ok(locked) };
        let message = format!("the run in {} is not complete: {}", visible_path(path), visible(&missing));
        Err(Error::new(Kind::Incomplete, message)
            .hint("it still needs the module: resume it until it is complete, or delete its folder"))
    }

    /// Deletes the modules from the run, which is complete.
    fn withhold(&self, locked: LockedRun) -> Result<(), Error> {
        if self.modules.is_empty() {
            return Ok(());
        }
        let (mut ledger, _lock) = locked.into_ledger().map_err(|error| self.folder.explain(&error))?;
        ledger.withhold(&self.modules).map_err(|error| self.folder.explain(&error))?;
        Ok(())
    }
}

/// Returns the folders of runs that `--fresh` has set aside in a run's folder, sorted.
fn set_aside(run: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(RunFolder::at(run).earlier()).into_iter().flatten();
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort_unstable();
    folders
}
