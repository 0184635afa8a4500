//! What is read: a run's grades, and files.

use std::io;
use std::path::Path;

use explain::{Error, Kind};
use game::visible_path;
use games::GAMES;
use ledger::RunFolder;
use report::{EntrantGrade, Grades};
use run::RecordedRun;

use crate::commands::report::{explain, tournament_only};

/// The grades of a run that is complete.
pub(crate) fn grades(folder: &RunFolder) -> Result<Vec<EntrantGrade>, Error> {
    tournament_only(folder)?;
    let run = RecordedRun::open_read_only(folder).map_err(|error| folder.explain(&error))?;
    let root = visible_path(folder.root());
    match report::grades(&run, GAMES).map_err(|error| explain(folder, &error))? {
        Grades::Given(grades) => Ok(grades),
        Grades::Incomplete => {
            let message = format!("the run in {root} is not complete: nobody has a grade yet");
            Err(Error::new(Kind::Incomplete, message)
                .hint(format!("run the tournament again with --out {root} to resume")))
        }
        Grades::NoFormula => Err(Error::input(format!("the tournament in {root} has no grades")).hint(
            "add a table [grade] with a formula to the tournament's file, then apply it: muster run TOURNAMENT.toml \
             --adopt",
        )),
    }
}

/// The bytes of a CSV file.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    files::read_bounded(path, gradebook::LONGEST as u64).map_err(|error| unreadable(path, &error))
}

pub(super) fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::input(format!("cannot read {}: {error}", visible_path(path)))
}
