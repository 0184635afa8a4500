//! `--include-frozen`: exports frozen results.

use clap::Args;
use class_operations::runs::check_release;
use ledger::RunFolder;
use run_folder::RecordedRun;

use crate::exit::Done;

/// Options for exporting data of a class's run.
#[derive(Args)]
pub(crate) struct FreezeOptions {
    /// Export even if the class's results are frozen.
    #[arg(long)]
    pub(crate) include_frozen: bool,
}

impl FreezeOptions {
    /// Refuses to export frozen results, unless the option is given.
    pub(crate) fn check(&self, folder: &RunFolder, run: &RecordedRun) -> Done {
        if self.include_frozen { Ok(()) } else { check_release(folder, run) }
    }
}
