//! Per-caller concurrency limits.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::sync::OwnedSemaphorePermit;

use crate::caller::LimitedCaller;
use crate::lock::lock;

/// Number of operations in progress for each caller.
#[derive(Debug)]
pub(crate) struct CallerConcurrency<K: Ord = LimitedCaller>(Arc<Mutex<BTreeMap<K, usize>>>);

/// An operation in progress, until it is dropped.
#[derive(Debug)]
pub(crate) struct RunningOperation<K: Ord = LimitedCaller> {
    turns: Arc<Mutex<BTreeMap<K, usize>>>,
    of: K,
}

/// A slot of a limited resource, until it is dropped. It counts towards the limit of its caller and the limits for all
/// callers.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) _turn: RunningOperation,
    pub(crate) _permits: Vec<OwnedSemaphorePermit>,
}

impl<K: Ord + Clone> CallerConcurrency<K> {
    /// Begins an operation; `None` if the caller already has `most` in progress.
    pub(crate) fn begin(&self, of: K, most: usize) -> Option<RunningOperation<K>> {
        let mut turns = lock(&self.0);
        let count = turns.entry(of.clone()).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(RunningOperation { turns: Arc::clone(&self.0), of })
    }

    /// Returns the number of operations in progress for all callers together.
    pub(crate) fn count(&self) -> usize {
        lock(&self.0).values().sum()
    }
}

impl<K: Ord> Default for CallerConcurrency<K> {
    fn default() -> CallerConcurrency<K> {
        CallerConcurrency(Arc::default())
    }
}

impl<K: Ord> Drop for RunningOperation<K> {
    fn drop(&mut self) {
        let mut turns = lock(&self.turns);
        let Some(count) = turns.get_mut(&self.of) else { return };
        *count -= 1;
        if *count == 0 {
            turns.remove(&self.of);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_everybodys_own_and_end() {
        let turns = CallerConcurrency::default();
        let first = turns.begin("1", 2).unwrap();
        let second = turns.begin("1", 2).unwrap();
        assert!(turns.begin("1", 2).is_none());
        let other = turns.begin("2", 2).unwrap();
        assert_eq!(turns.count(), 3);
        drop(first);
        assert!(turns.begin("1", 2).is_some());
        drop((second, other));
        assert!(lock(&turns.0).is_empty(), "nothing is kept of whoever has gone");
    }
}
