//! The runs of a class whose pages somebody may see.

use std::path::{Path, PathBuf};

use class::{Facts, Hash};
use explain::{Error, Kind};
use json::Shape;
use ledger::{RunFolder, State};
use run::RecordedRun;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;

/// What the class's part for runs is called where the record names a run's folder.
const PART: &str = "runs/";
/// The text of a run's root in its report.
const ROOT: &str = "data/root.txt";
/// The most bytes of such a text.
const MOST_ROOT: u64 = 32 << 20;

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
    /// The text of the root by which readers may see it; `None` for the teacher, who sees it as it is.
    root: Option<String>,
}

impl ShownRun {
    /// Whether its report is still the one that may be shown.
    pub fn has_same_report(&self) -> bool {
        self.root.is_none() || root_text(&self.pages) == self.root
    }

    /// Refuses what the run has come to since the report that may be shown: by a ruling, or by a change that was adopted.
    pub(crate) fn refuse_later(&self, run: &RecordedRun) -> Result<(), Error> {
        let Some(root) = &self.root else { return Ok(()) };
        let now = run.ledger.states().map_err(|error| Error::of(Kind::Refused, &error))?;
        if now.last().copied().unwrap_or_default() == state_of(root) {
            return Ok(());
        }
        let what =
            format!("the run {} has changed since its report, and its matches are not shown", self.name);
        Err(Error::new(Kind::NotFound, what).hint("try again once its report is written anew"))
    }

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

/// The text of the root that a report is of.
fn root_text(pages: &Path) -> Option<String> {
    let bytes = files::read_bounded(&pages.join(ROOT), MOST_ROOT).ok()?;
    String::from_utf8(bytes).ok()
}

/// The state of a run with a root of this text, which has a line for each ruling and each change that was adopted.
fn state_of(root: &str) -> State {
    let count = |name: &str| root.lines().filter(|line| line.starts_with(name)).count();
    State { rulings: count("ruling "), adoptions: count("adopted ") }
}

/// The runs in the class's folder that have pages, in the order of their names. `seen` is what readers may see of everything
/// that has happened: to them a run is shown once it is complete, and while results are frozen only if it is as it was before.
/// Its report has to be of that root, too: it is written before the record has what came of the run.
/// Without it, for the teacher, all runs are.
pub fn shown_runs(class: &OpenClass, all: &Facts, seen: Option<&Facts>) -> Vec<ShownRun> {
    let root = |facts: &Facts, run: &Hash| facts.track_record().run(run).map(|complete| complete.root);
    let mut shown: Vec<ShownRun> = all
        .places()
        .filter_map(|(run, place)| {
            let name = run_name(place)?;
            let now = root(all, run);
            let pages = class.folder.at_place(place).join("site");
            if !pages.join("index.html").is_file() {
                return None;
            }
            let text = match seen {
                None => None,
                Some(seen) => {
                    let known = root(seen, run).filter(|known| now == Some(*known))?;
                    Some(root_text(&pages).filter(|text| Hash::of(text.as_bytes()) == known)?)
                }
            };
            let (name, is_complete) = (name.to_owned(), now.is_some());
            Some(ShownRun { run: *run, name, pages, is_complete, root: text })
        })
        .collect();
    shown.sort_by(|one, other| one.name.cmp(&other.name));
    shown.dedup_by(|one, other| one.name == other.name);
    shown
}
