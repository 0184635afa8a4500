//! A run of a class while it is played, as pictures.

use explain::Error;
use games::GAMES;
use ledger::RunFolder;
use report::{ProgressPicture, progress_pictures};

use super::run_folder::{explain_report, open_run};
use crate::open_class::OpenClass;

/// The pictures of a run that is being played, whose folder the class's record names so. Reading it disturbs nobody who plays it.
///
/// # Errors
/// If the run cannot be read.
pub fn run_pictures(class: &OpenClass, place: &str) -> Result<Vec<ProgressPicture>, Error> {
    let folder = RunFolder::at(class.folder.at_place(place));
    let run = open_run(&folder)?;
    progress_pictures(&run, GAMES).map_err(|error| explain_report(&folder, &error))
}
