//! A run with its grades, opened once.

use explain::{Error, Kind};
use game::visible_path;
use games::GAMES;
use ledger::{EntrantRow, RunFolder};
use results::{EntrantGrade, Gradebook, Grades, OptionalParts, RunResults, final_places};
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

    /// Computes the grades of a tournament's run in this folder. Without a formula, there are only places, and `formula`
    /// is empty.
    ///
    /// # Errors
    /// If the run is incomplete or damaged.
    pub(crate) fn with_places(folder: &RunFolder, run: RecordedRun) -> Result<GradedRun, Error> {
        let explained = |error| explain_record(folder, &error);
        if run.plan(GAMES).map_err(explained)?.grade.is_some() {
            return GradedRun::compute(folder, run);
        }
        let results = RunResults::read(&run, GAMES, OptionalParts::STANDINGS).map_err(explained)?;
        if !results.complete {
            return Err(Error::new(Kind::Incomplete, "the run is not complete: there are no places yet"));
        }
        let places = final_places(&results);
        let entrants = (0..).map(EntrantId).zip(&results.entrants).filter(|(_, row)| !row.guest);
        let placed = |(id, row): (EntrantId, &EntrantRow)| EntrantGrade {
            id,
            entrant: row.name.clone(),
            place: places.get(&id).map(|(place, _)| *place),
            ranked: places.len() as u32,
            grade: None,
            inputs: Vec::new(),
            how: String::new(),
            notes: Vec::new(),
        };
        let grades = entrants.map(placed).collect();
        Ok(GradedRun { run, formula: String::new(), grades })
    }

    /// Returns the entrant with an id.
    pub(crate) fn entrant(&self, id: EntrantId) -> Option<&EntrantRow> {
        self.run.entrants.get(id.index())
    }
}
