//! `muster report`: renders a run's report again.

use std::io::ErrorKind;
use std::path::PathBuf;

use clap::Args;
use game::visible_path;
use games::GAMES;
use ledger::{LedgerError, RunFolder};
use report::ReportError;

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

/// Why there is no new report, and how to get one. The record is whole, or the error says that it is not.
pub(crate) fn explain(folder: &RunFolder, error: &ReportError) -> Failed {
    let failed = Failed::from_error(Code::Host, error);
    match error {
        ReportError::File { source, .. } if source.kind() == ErrorKind::FileTooLarge => failed.hint(format!(
            "raise the limit on the size of files (ulimit -f), then `muster report {}` writes it",
            visible_path(folder.root())
        )),
        ReportError::File { .. } => failed.hint(format!(
            "look after the disk, then `muster report {}` writes it; the run and the report there was are untouched",
            visible_path(folder.root())
        )),
        ReportError::Ledger(LedgerError::Sqlite { .. }) => {
            failed.hint(format!("look after {} and the disk it is on", visible_path(&folder.ledger())))
        }
        _ => failed,
    }
}

/// Refuses a folder that holds no tournament's run.
pub(crate) fn tournament_only(folder: &RunFolder) -> Done {
    let root = visible_path(folder.root());
    if !folder.holds_run() {
        return Err(Failed::input(format!("{root} holds no run"))
            .hint("give the folder that `muster run` wrote, for example reports/tank-war-class"));
    }
    match runner::is_duel(folder) {
        Ok(false) => Ok(()),
        Ok(true) => Err(Failed::input(format!("{root} holds a sequential test and no tournament"))
            .hint("`muster sprt … --out` goes on with it, `muster verify` plays it again, `muster rate` reads its games")),
        Err(error) => Err(Failed::from_error(Code::Input, &error)),
    }
}
