//! `--include-frozen`: whether what is frozen is handed out.

use clap::Args;
use classroom::check_release;
use ledger::RunFolder;
use run::RecordedRun;

use crate::exit::Done;

/// What handing something out of a run of a class asks for.
#[derive(Args)]
pub(crate) struct FreezeOptions {
    /// Export it although the results of the class are frozen.
    #[arg(long)]
    pub(crate) include_frozen: bool,
}

impl FreezeOptions {
    /// Refuses what is frozen, unless that is asked for.
    pub(crate) fn check(&self, folder: &RunFolder, run: &RecordedRun) -> Done {
        if self.include_frozen { Ok(()) } else { check_release(folder, run) }
    }
}
