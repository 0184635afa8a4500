//! The runs of a class whose pages somebody may see.

use std::path::{Path, PathBuf};

use class::{Facts, Hash};
use explain::{Error, Kind};
use json::Shape;
use ledger::RunFolder;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;

/// What the class's part for runs is called where the record names a run's folder.
const PART: &str = "runs/";

/// A run in the class's folder whose pages somebody may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRun {
    /// Its identity.
    pub run: Hash,
    /// The name of its folder in the class's part for runs.
    pub name: String,
    /// The folder of its report.
    pub pages: PathBuf,
    /// Whether it is complete, as far as the class knows.
    pub is_complete: bool,
}

impl ShownRun {
    /// Its folder.
    pub(crate) fn folder(&self) -> &Path {
        self.pages.parent().unwrap_or(&self.pages)
    }
}

/// The name of a run of which the record has the folder, if that is in the class's part for runs.
pub(crate) fn run_name(place: &str) -> Option<&str> {
    place.strip_prefix(PART).filter(|name| !name.contains('/'))
}

/// The folder of the run that has a name in the class's part for runs.
///
/// # Errors
/// If the class has no such run.
pub fn find_class_run(class: &OpenClass, facts: &Facts, name: &str) -> Result<RunFolder, Error> {
    let mut places = facts.places().map(|(_, place)| place);
    let place = places.find(|place| run_name(place) == Some(name));
    let place = place.ok_or_else(|| Error::new(Kind::NotFound, "the class has no run of this name"))?;
    Ok(RunFolder::at(class.folder.at_place(place)))
}

/// The runs of a class whose pages whoever asks may see.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ShownRunsReport<'a> {
    /// The runs, in the order of their names.
    runs: Vec<ShownRunReport<'a>>,
}

impl Shape for ShownRunsReport<'_> {
    const NAME: &'static str = "class-runs";
    const VERSION: u32 = 1;
}

/// A run whose pages whoever asks may see.
#[derive(Debug, Serialize, JsonSchema)]
struct ShownRunReport<'a> {
    /// Its name.
    run: &'a str,
    /// Whether it is complete, as far as the class knows.
    complete: bool,
}

impl<'a> ShownRunsReport<'a> {
    /// These runs as JSON.
    pub fn of(runs: &'a [ShownRun]) -> ShownRunsReport<'a> {
        let report = |run: &'a ShownRun| ShownRunReport { run: &run.name, complete: run.is_complete };
        ShownRunsReport { runs: runs.iter().map(report).collect() }
    }
}

/// The runs in the class's folder that have pages, in the order of their names. `seen` is what readers may see of everything
/// that has happened: to them a run is shown once it is complete, and while results are frozen only if it is as it was before.
/// Without it, for the teacher, all runs are.
pub fn shown_runs(class: &OpenClass, all: &Facts, seen: Option<&Facts>) -> Vec<ShownRun> {
    let root = |facts: &Facts, run: &Hash| facts.track_record().run(run).map(|complete| complete.root);
    let mut shown: Vec<ShownRun> = all
        .places()
        .filter_map(|(run, place)| {
            let name = run_name(place)?;
            let now = root(all, run);
            let is_shown = seen.is_none_or(|seen| now.is_some() && root(seen, run) == now);
            let pages = class.folder.at_place(place).join("site");
            let has_pages = pages.join("index.html").is_file();
            let is_complete = now.is_some();
            (is_shown && has_pages).then(|| ShownRun { run: *run, name: name.to_owned(), pages, is_complete })
        })
        .collect();
    shown.sort_by(|one, other| one.name.cmp(&other.name));
    shown.dedup_by(|one, other| one.name == other.name);
    shown
}
