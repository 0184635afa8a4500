//! Versions of a bot.

use std::sync::Arc;

use hash::Hash;
use job::{SeatJob, SizeClass};
use play::CheckedModule;

/// Size limits for admission: those of a script. Only the author waits for the check.
pub(crate) const SIZE: SizeClass = SizeClass::Script;

/// A save that was built and admitted.
pub(crate) struct Version {
    pub(crate) save: u32,
    pub(crate) module: Arc<[u8]>,
    pub(crate) checked: CheckedModule,
}

impl Version {
    pub(crate) fn hash(&self) -> Hash {
        self.checked.ready.hash
    }

    /// Returns the bot as a player for a seat.
    pub(crate) fn seat(&self) -> Arc<SeatJob> {
        Arc::new(SeatJob { plays: self.checked.ready.plays(), settings: String::new() })
    }
}
