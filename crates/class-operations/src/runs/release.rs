//! Checks on whether a class's run may be handed out while results are frozen.

use std::io::ErrorKind;
use std::path::PathBuf;

use class_model::{ClassFolder, Facts, Reader};
use explain::{Error, Kind};
use game::visible_path;
use games::GAMES;
use ledger::{RunFolder, RunKind};
use run_folder::RecordedRun;

use super::record_notes::class_file;
use super::run_folder::run_identity;
use crate::open_class::OpenClass;

/// Maximum length of a path in bytes.
const LONGEST_PATH: u64 = 1 << 16;

/// Refuses to hand out the contents of a run if its class's results are frozen.
///
/// # Errors
/// If the results are frozen, or it is unknown whether they are.
pub fn check_release(folder: &RunFolder, run: &RecordedRun) -> Result<(), Error> {
    let Some(path) = class_of(folder, run)? else { return Ok(()) };
    let class = OpenClass::at(&path).map_err(|error| {
        let failed = Error::from(error);
        let message = format!("cannot tell whether results are frozen: {}", failed.what);
        Error::new(failed.kind, message).hint("to hand it out anyway, add --include-frozen")
    })?;
    check_release_in(&class, &class.facts()?, run)
}

/// Refuses to hand out the contents of a run, unless they were recorded before this class's results were frozen.
///
/// # Errors
/// If the results are frozen.
pub fn check_release_in(class: &OpenClass, facts: &Facts, run: &RecordedRun) -> Result<(), Error> {
    let Some(freeze) = facts.frozen(Reader::Participants) else { return Ok(()) };
    let root = run.root(GAMES)?.map(|root| root.hash());
    if facts.is_run_released(&run_identity(run)?, root.as_ref()) {
        return Ok(());
    }
    let message = format!(
        "results are frozen since {}, and this run was not complete before then",
        class.shown(freeze.since)
    );
    let release = format!("muster class release {} --to participants", visible_path(class.folder.root()));
    Err(Error::new(Kind::Refused, message)
        .hint(format!("`{release}` releases it; to hand it out anyway, add --include-frozen")))
}

/// Returns the folder of the class whose versions play in a run; `None` if there is none.
fn class_of(folder: &RunFolder, run: &RecordedRun) -> Result<Option<PathBuf>, Error> {
    let path = class_file(folder);
    // A class that was moved or restored still contains its runs.
    let around = ClassFolder::around(folder.root()).map(|class| class.root().to_owned());
    match files::read_bounded(&path, LONGEST_PATH) {
        Ok(class) => {
            let class = String::from_utf8_lossy(&class).trim_end().to_owned();
            Ok(Some(around.unwrap_or_else(|| PathBuf::from(class))))
        }
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(Error::new(Kind::Host, format!("cannot read {}: {error}", visible_path(&path))))
        }
        Err(_) if run.header.kind == RunKind::SequentialTest => Ok(None),
        Err(_) => {
            let plan = run.plan(GAMES)?;
            if plan.class.is_none() || around.is_some() {
                return Ok(plan.class.and(around));
            }
            Err(Error::input("this run belongs to a class, but does not record where the class is")
                .hint("`muster run` with its tournament records this without replaying any match")
                .hint("to hand it out anyway, add --include-frozen"))
        }
    }
}
