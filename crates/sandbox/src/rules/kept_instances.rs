//! Instances of rules that were restored and wait for their next call.

use std::sync::{Mutex, PoisonError};

use hash::Hash;

use super::instance::Instance;
use crate::os::PageTable;

/// Restored instances of all rules of a sandbox, the last used one at the end. No lock is held during a call.
pub(crate) struct KeptInstances {
    most: usize,
    waiting: Mutex<Vec<(Hash, Instance)>>,
    /// Finds the pages of a large memory that a call has changed.
    pub(super) pages: PageTable,
}

impl KeptInstances {
    /// Creates a pool of at most a quarter of the instances that a sandbox may have.
    pub(crate) fn new(instances: u32) -> KeptInstances {
        KeptInstances { most: instances as usize / 4, waiting: Mutex::default(), pages: PageTable::open() }
    }

    /// Takes an instance of a module with this room for requests.
    pub(super) fn take(&self, module: Hash, room: usize) -> Option<Instance> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let at = waiting.iter().rposition(|(hash, instance)| *hash == module && instance.room() == room)?;
        Some(waiting.remove(at).1)
    }

    /// Keeps an instance. If there are too many, drops the least recently used one.
    pub(super) fn put(&self, module: Hash, instance: Instance) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push((module, instance));
        let dropped = (waiting.len() > self.most).then(|| waiting.remove(0));
        drop(waiting);
        drop(dropped);
    }
}
