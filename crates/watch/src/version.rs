//! A save that became a bot.

use std::sync::Arc;

use hash::Hash;
use job::{SeatJob, SizeClass};
use play::CheckedModule;

/// The caps under which bots are admitted: those of a script. Nobody is kept waiting by it but its own author.
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

    /// As what plays at a seat.
    pub(crate) fn seat(&self) -> Arc<SeatJob> {
        Arc::new(SeatJob { plays: self.checked.ready.plays(), settings: String::new() })
    }
}
