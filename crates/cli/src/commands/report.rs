//! `muster report`: renders a run's report again.

use std::path::PathBuf;

use clap::Args;
use ledger::RunFolder;

use crate::exit::{Code, Done, Failed};
use crate::games::GAMES;
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
        if !folder.holds_run() {
            return Err(Failed::input(format!("{} holds no run", folder.root().display()))
                .hint("give the folder that `muster run` wrote, for example reports/tank-war-class"));
        }
        let page = report::write(&folder, GAMES).map_err(|error| Failed::from_error(Code::Host, &error))?;
        out::line(&format!("report: {}", page.display()))
    }
}
