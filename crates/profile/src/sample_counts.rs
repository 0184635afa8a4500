//! Counts of samples by key.

use std::collections::{BTreeMap, BTreeSet};

use crate::frame::{Frame, SampledCalls};

/// Number of samples with a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// Samples with the key in the innermost function.
    pub(crate) own: u64,
    /// Samples with the key in any function.
    pub(crate) total: u64,
}

/// Counts samples by a key of their functions; a key that occurs more than once in a sample counts once. The keys that
/// are innermost most often come first.
pub(crate) fn count<'a, K: Ord + Copy>(
    calls: &'a SampledCalls,
    key: impl Fn(&'a Frame) -> Option<K>,
) -> Vec<(K, Count)> {
    let mut counts: BTreeMap<K, Count> = BTreeMap::new();
    for stack in calls.stacks() {
        if let Some(own) = stack.first().and_then(&key) {
            counts.entry(own).or_default().own += 1;
        }
        for any in stack.iter().filter_map(&key).collect::<BTreeSet<K>>() {
            counts.entry(any).or_default().total += 1;
        }
    }
    let mut counts: Vec<(K, Count)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse((count.own, count.total)));
    counts
}
