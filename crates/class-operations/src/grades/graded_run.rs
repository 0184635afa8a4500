//! A run with its grades, opened once.

use explain::{Error, Kind};
use game::visible_path;
use games::GAMES;
use ledger::{EntrantRow, RunFolder};
use results::{EntrantGrade, Gradebook, Grades};
use run_folder::RecordedRun;
use tournament::EntrantId;

use crate::runs::{explain_record, open_tournament};

/// A complete run of a tournament with its grades, opened once.
pub struct GradedRun {
    /// The run.
    pub run: RecordedRun,
    /// The grading formula from the tournament's text.
    pub formula: String,
    /// The grades of all entrants but guests, in the order of the tournament's file.
    pub grades: Vec<EntrantGrade>,
}

impl GradedRun {
    /// Opens a tournament's run in a folder, with its grades.
    ///
    /// # Errors
    /// If the folder contains no such run, or as [`GradedRun::compute`].
    pub fn open(folder: &RunFolder) -> Result<GradedRun, Error> {
        GradedRun::compute(folder, open_tournament(folder)?)
    }

    /// Computes the grades of a tournament's run in this folder.
    ///
    /// # Errors
    /// If the run is incomplete or damaged, or the tournament has no formula for grades.
    pub fn compute(folder: &RunFolder, run: RecordedRun) -> Result<GradedRun, Error> {
        let root = visible_path(folder.root());
        let grades = Grades::read(&run, GAMES).map_err(|error| explain_record(folder, &error))?;
        match grades {
            Grades::Given(Gradebook { formula, grades, .. }) => Ok(GradedRun { run, formula, grades }),
            Grades::Incomplete => {
                let message = format!("the run in {root} is not complete: there are no grades yet");
                Err(Error::new(Kind::Incomplete, message)
                    .hint(format!("run the tournament again with --out {root} to resume")))
            }
            Grades::NoFormula => Err(Error::input(format!("the tournament in {root} has no grades")).hint(
                "add a [grade] table with a formula to the tournament's file, then apply it: muster run \
                 TOURNAMENT.toml --adopt",
            )),
        }
    }

    /// Returns the entrant with an id.
    pub(crate) fn entrant(&self, id: EntrantId) -> Option<&EntrantRow> {
        self.run.entrants.get(id.index())
    }
}
