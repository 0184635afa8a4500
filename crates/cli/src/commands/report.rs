//! `muster report`: renders a run's report again.

use std::path::PathBuf;

use clap::Args;
use game::visible_path;
use games::GAMES;
use ledger::{RunFolder, RunKind};
use report::ReportError;
use run::RecordedRun;

use super::folder;
use crate::exit::{Code, Done, Failed};
use crate::out;

/// `muster report`
#[derive(Args)]
pub(crate) struct ReportCommand {
    /// The folder of a run, or of a sequential test.
    run: PathBuf,
}

impl ReportCommand {
    pub(crate) fn run(self) -> Done {
        let folder = RunFolder::at(self.run);
        run_only(&folder)?;
        let page = report::write(&folder, GAMES).map_err(|error| explain(&folder, &error))?;
        out::line(&format!("report: {}", visible_path(&page)))
    }
}

/// Why there is no new report, and how to get one. The record is intact, unless the error says otherwise.
pub(crate) fn explain(folder: &RunFolder, error: &ReportError) -> Failed {
    match error {
        ReportError::Ledger(error) => folder::explain(folder, error),
        ReportError::Record(why) => Failed::from_error(folder::code_of_record(why), error),
        ReportError::File { path, source, .. } => {
            Failed::from_error(Code::Host, error).hint(folder::what_helps(path, source)).hint(format!(
                "`muster report {}` writes the report; the run and its previous report are untouched",
                visible_path(folder.root())
            ))
        }
        ReportError::Plan(_) => Failed::from_error(Code::Input, error),
        _ => Failed::from_error(Code::No, error),
    }
}

/// Refuses a folder that does not contain a run.
fn run_only(folder: &RunFolder) -> Done {
    if folder.holds_run() {
        return Ok(());
    }
    Err(Failed::input(format!("{} contains no run", visible_path(folder.root())))
        .hint("give a folder written by `muster run`, for example reports/tank-war-class"))
}

/// Refuses a folder that does not contain a tournament's run.
pub(crate) fn tournament_only(folder: &RunFolder) -> Done {
    run_only(folder)?;
    let root = visible_path(folder.root());
    match RecordedRun::open_read_only(folder).map(|run| run.header.kind) {
        Ok(RunKind::Tournament) => Ok(()),
        Ok(RunKind::SequentialTest) => Err(Failed::input(format!(
            "{root} contains a sequential test, not a tournament"
        ))
        .hint("`muster sprt … --out` resumes it, `muster verify` replays it, `muster rate` reads its games")),
        Err(error) => Err(folder::explain(folder, &error)),
    }
}
