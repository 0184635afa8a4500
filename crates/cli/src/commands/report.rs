//! `muster report`: renders a run's report again.

use std::io::ErrorKind;
use std::path::PathBuf;

use clap::Args;
use game::visible_path;
use games::GAMES;
use ledger::{LedgerError, RunFolder, RunKind};
use report::ReportError;
use run::RecordedRun;

use crate::exit::{Code, Done, Failed};
use crate::out;

/// `muster report`
#[derive(Args)]
pub(crate) struct ReportCommand {
    /// The run's folder.
    run: PathBuf,
}

impl ReportCommand {
    pub(crate) fn run(self) -> Done {
        let folder = RunFolder::at(self.run);
        tournament_only(&folder)?;
        let page = report::write(&folder, GAMES).map_err(|error| explain(&folder, &error))?;
        out::line(&format!("report: {}", visible_path(&page)))
    }
}

/// Why there is no new report, and how to get one. The record is intact, unless the error says otherwise.
pub(crate) fn explain(folder: &RunFolder, error: &ReportError) -> Failed {
    let failed = Failed::from_error(Code::Host, error);
    match error {
        ReportError::File { source, .. } if source.kind() == ErrorKind::FileTooLarge => failed.hint(format!(
            "raise the file size limit (ulimit -f), then run `muster report {}`",
            visible_path(folder.root())
        )),
        ReportError::File { .. } => failed.hint(format!(
            "check the disk, then run `muster report {}`; the run and its previous report are untouched",
            visible_path(folder.root())
        )),
        ReportError::Ledger(LedgerError::Sqlite { .. }) => {
            failed.hint(format!("check {} and the disk it is on", visible_path(&folder.ledger())))
        }
        _ => failed,
    }
}

/// Refuses a folder that does not contain a tournament's run.
pub(crate) fn tournament_only(folder: &RunFolder) -> Done {
    let root = visible_path(folder.root());
    if !folder.holds_run() {
        return Err(Failed::input(format!("{root} contains no run"))
            .hint("give a folder written by `muster run`, for example reports/tank-war-class"));
    }
    match RecordedRun::open_read_only(folder).map(|run| run.header.kind) {
        Ok(RunKind::Tournament) => Ok(()),
        Ok(RunKind::SequentialTest) => Err(Failed::input(format!(
            "{root} contains a sequential test, not a tournament"
        ))
        .hint("`muster sprt … --out` resumes it, `muster verify` replays it, `muster rate` reads its games")),
        Err(error) => Err(Failed::from_error(Code::Input, &error)),
    }
}
