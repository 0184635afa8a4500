//! What to do about a run's folder that cannot be used.

use std::io::ErrorKind;

use game::visible_path;
use ledger::{LedgerError, RunFolder};

use crate::exit::Failed;

/// Adds what helps when the folder's disk refuses something.
pub(crate) fn hint_at_disk(failed: Failed, folder: &RunFolder, error: &LedgerError) -> Failed {
    match error {
        LedgerError::Sqlite { .. } => failed.hint(format!(
            "look after {} and the disk it is on, then give the same command again; what was told as played is kept",
            visible_path(&folder.ledger())
        )),
        LedgerError::File { source, .. } if source.kind() == ErrorKind::FileTooLarge => {
            failed.hint("raise the limit on the size of files (ulimit -f), then give the same command again")
        }
        LedgerError::File { .. } => {
            failed.hint(format!("check that {} can be written", visible_path(folder.root())))
        }
        _ => failed,
    }
}
