//! The runs of a class whose pages a reader may see.

use std::path::{Path, PathBuf};

use class_model::{Facts, Hash};
use explain::{Error, Kind};
use json::Shape;
use ledger::{RunFolder, State};
use run_folder::RecordedRun;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;

/// Prefix of the paths of runs in the class's record.
const PART: &str = "runs/";
/// Path of the root's text in a run's report.
const ROOT: &str = "data/root.txt";
/// Maximum size of the root's text in bytes.
const MOST_ROOT: u64 = 32 << 20;

/// A run whose pages the caller may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ShownRunReport")]
pub struct ShownRun {
    /// Identity of the run.
    #[serde(skip)]
    pub run: Hash,
    /// Name of the run.
    #[serde(rename = "run")]
    pub name: String,
    /// The folder of its report.
    #[serde(skip)]
    pub pages: PathBuf,
    /// `true` if it is complete, as far as the class knows.
    #[serde(rename = "complete")]
    pub is_complete: bool,
    /// The text of the root of the report that readers may see; `None` for the teacher, who sees the current report.
    #[serde(skip)]
    root: Option<String>,
}

impl ShownRun {
    /// Returns `true` if its report is still the one that may be shown.
    pub fn has_same_report(&self) -> bool {
        self.root.is_none() || root_text(&self.pages) == self.root
    }

    /// Refuses a run that has changed since the report that may be shown, by a ruling or an adopted change.
    pub(crate) fn refuse_later(&self, run: &RecordedRun) -> Result<(), Error> {
        let Some(root) = &self.root else { return Ok(()) };
        let now = run.ledger.states().map_err(|error| Error::wrap(Kind::Refused, &error))?;
        if now.last().copied().unwrap_or_default() == state_of(root) {
            return Ok(());
        }
        let what =
            format!("the run {} has changed since its report, so its matches are not shown", self.name);
        Err(Error::new(Kind::NotFound, what).hint("try again once its report is updated"))
    }

    /// Returns the folder of the run.
    pub(crate) fn folder(&self) -> &Path {
        self.pages.parent().unwrap_or(&self.pages)
    }
}

/// Returns the name of a run by its recorded folder; `None` if that is outside the class's folder for runs.
pub(crate) fn run_name(place: &str) -> Option<&str> {
    place.strip_prefix(PART).filter(|name| !name.contains('/'))
}

/// Returns the folder of the run with a given name in the class's folder for runs.
///
/// # Errors
/// If the class has no such run.
pub fn find_class_run(class: &OpenClass, facts: &Facts, name: &str) -> Result<RunFolder, Error> {
    let mut places = facts.places().map(|(_, place)| place);
    let place = places.find(|place| run_name(place) == Some(name));
    let place = place.ok_or_else(|| Error::new(Kind::NotFound, "the class has no run with this name"))?;
    Ok(RunFolder::at(class.folder.at_place(place)))
}

/// The runs of a class whose pages the caller may see.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ShownRunsReport<'a> {
    /// The runs, sorted by name.
    pub runs: &'a [ShownRun],
}

impl Shape for ShownRunsReport<'_> {
    const NAME: &'static str = "class-runs";
    const VERSION: u32 = 1;
}

/// Returns the text of the root of a report.
fn root_text(pages: &Path) -> Option<String> {
    let bytes = files::read_bounded(&pages.join(ROOT), MOST_ROOT).ok()?;
    String::from_utf8(bytes).ok()
}

/// Returns the state of a run by its root's text, which has a line for each ruling and each adopted change.
fn state_of(root: &str) -> State {
    let count = |name: &str| root.lines().filter(|line| line.starts_with(name)).count();
    State { rulings: count("ruling "), adoptions: count("adopted ") }
}

/// Returns the runs in the class's folder that have pages, sorted by name. `seen` has the facts that readers may see.
/// Readers see a run once it is complete, and while results are frozen, only if it is the same as before the freeze.
/// Its report must also be of the recorded root, since a report is written before the results are recorded. Without
/// `seen`, for the teacher, all runs are returned.
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
                    Some(root_text(&pages).filter(|text| Hash::digest(text.as_bytes()) == known)?)
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
