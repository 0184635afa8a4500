//! What a sequential test tells while it goes on, and how it ends.

use std::sync::Arc;

use run::sequential_test::{SequentialTestState, SequentialTestVerdict};
use tournament::MatchKey;

use crate::event::VoidMatch;

/// What a test reports while it is played.
#[derive(Clone, Debug)]
pub enum SequentialTestEvent {
    /// The host failed: the match is void, and is played again unless it has been tried three times.
    Void {
        /// Which.
        key: MatchKey,
        /// What failed.
        why: Arc<str>,
        /// How often it has been tried.
        tries: u32,
    },
    /// A pair is complete, and on the disk where there is a folder.
    Pair(SequentialTestState),
}

/// How playing ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SequentialTestEnding {
    /// The test is over.
    Over(SequentialTestVerdict),
    /// It was told to stop.
    Interrupted,
    /// The host failed three times at these matches, before whose pairs nothing more can be decided.
    HostFailed {
        /// The matches, in the order in which they were given up; at least one.
        matches: Vec<VoidMatch>,
    },
}

/// Events reach other threads.
const _: () = {
    const fn can_be_sent<T: Clone + Send + 'static>() {}
    can_be_sent::<SequentialTestEvent>();
    can_be_sent::<SequentialTestEnding>();
};
