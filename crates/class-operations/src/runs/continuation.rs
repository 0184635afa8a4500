//! Checks on whether a run can be resumed.

use explain::Error;
use game::{visible, visible_path};
use ledger::{EntrantRow, RunFolder};
use run_folder::RecordedRun;
use runner::{EnteredTournament, Reopened};

/// Refuses to resume a run with a tournament other than the one it began with.
///
/// # Errors
/// If anything differs. The error lists all differences.
pub fn refuse_changes(run: &Reopened, entered: &EnteredTournament, folder: &RunFolder) -> Result<(), Error> {
    let Some(differences) = run.differences(entered) else { return Ok(()) };
    let message = format!(
        "{} contains a run of a different tournament:{}",
        visible_path(folder.root()),
        listed(&differences)
    );
    Err(Error::input(message).hint(
        "undo the change to resume that run, or apply it with --adopt if no recorded match depends on it",
    ))
}

/// Refuses a run from which a module was deleted. Such a run is complete, and can neither be resumed nor adopt a
/// change.
///
/// # Errors
/// If a module was deleted, or the run cannot be read.
pub fn refuse_withheld(folder: &RunFolder, run: &RecordedRun) -> Result<(), Error> {
    let withheld = run.ledger.withheld().map_err(|error| folder.explain(&error))?;
    let is_withheld = |row: &&EntrantRow| row.module.is_some_and(|module| withheld.contains(&module));
    let names: Vec<String> = run.entrants.iter().filter(is_withheld).map(|row| visible(&row.name)).collect();
    if names.is_empty() {
        return Ok(());
    }
    let root = visible_path(folder.root());
    let message = format!(
        "the run in {root} is complete and can be neither resumed nor changed: the student who played as {} was forgotten, and \
         the module was deleted from the run",
        names.join(", ")
    );
    Err(Error::input(message).hint(format!(
        "its results stand: `muster report {root}` writes its report again, `muster verify {root}` checks them against the rules"
    )))
}

/// Returns differences, one per line.
pub fn listed(differences: &[String]) -> String {
    if differences.is_empty() {
        return "\n  only comments, spaces or the order of keys differ".to_owned();
    }
    differences.iter().fold(String::new(), |lines, difference| lines + "\n  " + &visible(difference))
}
