//! Pictures of a class's run in progress.

use explain::Error;
use games::GAMES;
use ledger::RunFolder;
use report::{ProgressPicture, progress_pictures};

use super::run_folder::{explain_report, open_run};
use crate::open_class::OpenClass;

/// Returns the pictures of a run in progress. `place` is its folder as named in the class's record. Reading does not
/// disturb the process that plays the run.
///
/// # Errors
/// If the run cannot be read.
pub fn run_pictures(class: &OpenClass, place: &str) -> Result<Vec<ProgressPicture>, Error> {
    let folder = RunFolder::at(class.folder.at_place(place));
    let run = open_run(&folder)?;
    progress_pictures(&run, GAMES).map_err(|error| explain_report(&folder, &error))
}
