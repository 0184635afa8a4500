//! A run's folder that is locked for writing.

use ledger::{Ledger, LedgerError, RunFolder, RunLock};

use crate::RecordedRun;

/// A run's folder that is locked against every other process and has only been read so far. Commands check here
/// everything for which they may refuse the run. A refused run stays unchanged.
pub struct LockedRun {
    /// The run, opened for reading.
    pub record: RecordedRun,
    folder: RunFolder,
    lock: RunLock,
}

impl LockedRun {
    /// Locks a folder and reads its run.
    ///
    /// # Errors
    /// When the folder contains no run, or a run that cannot be read or is in use.
    pub fn take(folder: &RunFolder) -> Result<LockedRun, LedgerError> {
        if !folder.holds_run() {
            return Err(LedgerError::NoRun { path: folder.root().to_owned() });
        }
        let lock = RunLock::take(folder)?;
        Ok(LockedRun { record: RecordedRun::open_read_only(folder)?, folder: folder.clone(), lock })
    }

    /// Opens the ledger for writing.
    ///
    /// # Errors
    /// When the ledger cannot be written to or is damaged.
    pub fn into_ledger(self) -> Result<(Ledger, RunLock), LedgerError> {
        drop(self.record);
        Ok((Ledger::open(&self.folder)?, self.lock))
    }
}
