//! Writing a new ledger, which replaces the old one only when it is complete.

use std::path::Path;

use rusqlite::Connection;

use crate::connect::{self, beside};
use crate::{LedgerError, RunFolder};

/// Replaces the ledger by an atomic rename: however the program ends, either the old ledger or the new one is
/// complete. `fill` writes the new ledger to a temporary file.
pub(crate) fn put(
    folder: &RunFolder,
    fill: impl FnOnce(&Connection) -> Result<(), LedgerError>,
) -> Result<(), LedgerError> {
    let path = folder.ledger();
    let fresh = folder.private().join("ledger.new");
    // Left over from a run that was killed at this point.
    for leftover in [&fresh, &beside(&fresh, "-journal")] {
        remove(leftover)?;
    }
    let written = connect::create(&fresh).and_then(|connection| {
        fill(&connection)?;
        connection.close().map_err(|(_, error)| error).map_err(LedgerError::sqlite("close the ledger"))
    });
    let placed = written.and_then(|()| {
        // SQLite would take an old log for that of the new file.
        for leftover in [&beside(&path, "-wal"), &beside(&path, "-shm")] {
            remove(leftover)?;
        }
        let renamed = files::rename(&fresh, &path).and_then(|()| files::sync_dir(&folder.private()));
        let failed = |source| LedgerError::File { action: "create the ledger", path: path.clone(), source };
        renamed.map_err(failed)
    });
    if placed.is_err() {
        // Best effort: the next attempt removes it first.
        drop(remove(&fresh));
    }
    placed
}

/// Removes a file, if it exists.
pub(crate) fn remove(path: &Path) -> Result<(), LedgerError> {
    let failed = |source| LedgerError::File { action: "remove", path: path.to_owned(), source };
    files::remove_if_there(path).map(drop).map_err(failed)
}
