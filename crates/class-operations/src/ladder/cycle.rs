//! Location of a cycle: the text of its tournament, and its run.

use std::io::{self, Write};
use std::path::PathBuf;

use class_model::{ClassFolder, Moment};
use config::Plan;
use explain::{Error, Kind};
use game::visible_path;
use games::GAMES;
use ledger::{LedgerError, Root, RunFolder};
use run_folder::RecordedRun;

use crate::open_class::OpenClass;
use crate::runs::listed;

/// A cycle, played or not.
#[derive(Clone, Debug)]
pub(super) struct Cycle {
    /// Number of the cycle, from 1.
    pub(super) number: u32,
    /// The file of the tournament's text.
    pub(super) text: PathBuf,
    pub(super) run: RunFolder,
}

impl Cycle {
    pub(super) fn at(class: &ClassFolder, number: u32) -> Cycle {
        let name = format!("{number:04}");
        let folder = class.ladder();
        Cycle { number, text: folder.join(format!("{name}.toml")), run: RunFolder::at(folder.join(name)) }
    }

    /// Writes the text, with the pairings, before anything is played.
    pub(super) fn write_text(&self, class: &ClassFolder, text: &str) -> Result<(), Error> {
        let unwritten = |error: io::Error| {
            Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&self.text)))
        };
        let made = files::create_dir_all(&class.ladder());
        made.and_then(|()| files::sync_dir(class.root())).map_err(unwritten)?;
        files::replace(&self.text, None, |file| file.write_all(text.as_bytes())).map_err(unwritten)
    }

    /// Returns the moment at which it was laid out, by its text.
    pub(super) fn moment(&self, class: &OpenClass, plan: &Plan) -> Result<Moment, Error> {
        class.plan.zone.read(plan.date.as_deref().unwrap_or_default()).map_err(|error| {
            let message = format!("the date of {} is not a valid date: {}", self.text.display(), error.why);
            Error::new(Kind::Damaged, message)
        })
    }

    /// Returns the error for a text other than the one that the run began with.
    pub(super) fn refuse_changed(&self, differences: &[String]) -> Error {
        let (run, differences) = (visible_path(self.run.root()), listed(differences));
        let message = format!("{run} contains a run of a different tournament:{differences}");
        Error::input(message).hint(format!("undo the change to {}", visible_path(&self.text)))
    }
}

/// Returns a cycle's run, the moment at which it was laid out, and the root; `None` unless it is complete and has its
/// report.
pub(super) fn find_complete(
    class: &OpenClass,
    cycle: &Cycle,
) -> Result<Option<(RecordedRun, Moment, Root)>, Error> {
    if !(cycle.text.is_file() && cycle.run.holds_run() && cycle.run.site().is_dir()) {
        return Ok(None);
    }
    let explain = |error: LedgerError| cycle.run.explain(&error);
    let run = RecordedRun::open_read_only(&cycle.run).map_err(explain)?;
    let plan = run.plan(GAMES)?;
    let Some(root) = run.ledger.root(&run_folder::stage_terms(&plan)).map_err(explain)? else {
        return Ok(None);
    };
    let at = cycle.moment(class, &plan)?;
    Ok(Some((run, at, root)))
}
