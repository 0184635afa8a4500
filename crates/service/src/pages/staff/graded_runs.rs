//! Runs of the class that have grades.

use class_operations::grades::GradedRun;
use class_operations::runs::find_class_run;
use explain::Error;
use game::{visible, visible_path};
use ledger::RunFolder;

use crate::class_visit::View;
use crate::pages::layout::in_address;
use crate::problem::Problem;

/// Returns the address of a run's grades.
pub(super) fn address(view: &View, run: &str) -> String {
    view.address(&format!("staff/grades/{}", in_address(run)))
}

/// Opens a complete run that has grades. Problems name the run instead of its folder.
pub(super) fn open(view: &View, run: &str) -> Result<GradedRun, Problem> {
    let folder = find_class_run(&view.class, &view.facts, run)?;
    GradedRun::open(&folder).map_err(|error| named(run, &folder, error))
}

/// Returns the problem with a run, naming the run instead of its folder.
pub(super) fn named(run: &str, folder: &RunFolder, error: Error) -> Problem {
    let root = visible_path(folder.root());
    let mut problem = Problem::from(error);
    problem.what = problem.what.replace(&root, &visible(run));
    problem.hints.retain(|hint| !hint.contains(&root));
    problem
}
