//! What to do about a run's folder that cannot be used.

use std::io::ErrorKind;
use std::path::Path;

use game::visible_path;
use ledger::{LedgerError, RunFolder};

use crate::exit::Failed;

/// Adds what helps when the folder's disk refuses something.
pub(crate) fn hint_at_disk(failed: Failed, folder: &RunFolder, error: &LedgerError) -> Failed {
    match error {
        LedgerError::Sqlite { .. } => failed.hint(format!(
            "check {} and the disk it is on, then run the same command again; matches reported as played are kept",
            visible_path(&folder.ledger())
        )),
        LedgerError::File { source, .. } if source.kind() == ErrorKind::FileTooLarge => {
            failed.hint("raise the file size limit (ulimit -f), then run the same command again")
        }
        LedgerError::File { .. } => {
            failed.hint(format!("check that {} is writable", visible_path(folder.root())))
        }
        _ => failed,
    }
}

/// Says that a run was migrated, if it was, and where its original ledger is kept.
#[expect(clippy::print_stderr, reason = "neither a result nor an error, and not part of a stream of events")]
pub(crate) fn tell_migrated(original: Option<&Path>) {
    if let Some(original) = original {
        let original = visible_path(original);
        eprintln!("the run was migrated to a newer schema; the original ledger is kept as {original}");
    }
}
