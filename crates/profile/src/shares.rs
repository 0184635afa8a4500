//! Counts of samples by what they name.

use std::collections::{BTreeMap, BTreeSet};

use crate::frame::{Frame, SampledCalls};

/// How many samples name something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// At the innermost place.
    pub(crate) own: u64,
    /// At any place.
    pub(crate) total: u64,
}

/// Counts samples by a key of their functions; one that a sample has more than once counts once. The largest come first:
/// those that are innermost most often.
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
