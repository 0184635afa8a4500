//! A run's folder that is locked to be written to.

use ledger::{Ledger, LedgerError, RunFolder, RunLock};

use crate::RecordedRun;

/// A run's folder that is locked against every other process, and was only read so far. Everything for which a command
/// may refuse the run is checked on this: a run that is refused stays as it is, and is not migrated.
pub struct LockedRun {
    /// The run, as it is read.
    pub record: RecordedRun,
    folder: RunFolder,
    lock: RunLock,
}

impl LockedRun {
    /// Locks a folder and reads its run.
    ///
    /// # Errors
    /// When the folder contains no run, one that cannot be read, or one that is in use.
    pub fn take(folder: &RunFolder) -> Result<LockedRun, LedgerError> {
        if !folder.holds_run() {
            return Err(LedgerError::NoRun { path: folder.root().to_owned() });
        }
        let lock = RunLock::take(folder)?;
        Ok(LockedRun { record: RecordedRun::open_read_only(folder)?, folder: folder.clone(), lock })
    }

    /// Opens the ledger to write to it. A ledger of an older schema is migrated now.
    ///
    /// # Errors
    /// When the ledger cannot be written to or is damaged.
    pub fn into_ledger(self) -> Result<(Ledger, RunLock), LedgerError> {
        drop(self.record);
        Ok((Ledger::open(&self.folder)?, self.lock))
    }
}
