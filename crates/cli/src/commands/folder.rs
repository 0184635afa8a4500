//! What to do about a run's folder that cannot be used.

use ledger::{LedgerError, RunFolder};

use crate::exit::Failed;

/// Adds what helps when the folder's disk refuses something.
pub(crate) fn hint_at_disk(failed: Failed, folder: &RunFolder, error: &LedgerError) -> Failed {
    match error {
        LedgerError::Sqlite { .. } => failed.hint(format!(
            "look after {} and the disk it is on, then give the same command again; what was told as played is kept",
            folder.ledger().display()
        )),
        LedgerError::File { .. } => {
            failed.hint(format!("check that {} can be written", folder.root().display()))
        }
        _ => failed,
    }
}
