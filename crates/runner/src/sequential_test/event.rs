//! Events and endings of a sequential test.

use std::sync::Arc;

use run_folder::sequential_test::{SequentialTestState, SequentialTestVerdict};
use tournament::MatchKey;

use crate::event::VoidMatch;

/// An event of a test while it is played.
#[derive(Clone, Debug)]
pub enum SequentialTestEvent {
    /// The host failed: the match is void, and is played again unless it has been tried three times.
    Void {
        /// The match.
        key: MatchKey,
        /// The failure.
        why: Arc<str>,
        /// Number of tries so far.
        tries: u32,
    },
    /// A worker of a fleet has sent a wrong record, which was detected and does not count.
    Exposed {
        /// The worker.
        worker: Arc<str>,
        /// The fault of the record.
        why: Arc<str>,
        /// The matches of the test that it has played since the test was started.
        matches: Arc<[MatchKey]>,
    },
    /// A pair is complete, and on disk if the test has a folder. Contains the state of the test after it.
    Pair(SequentialTestState),
}

/// The way in which playing ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SequentialTestEnding {
    /// The test is over.
    Over(SequentialTestVerdict),
    /// The test was told to stop.
    Interrupted,
    /// The host failed three times at these matches. Without their pairs, nothing more can be decided.
    HostFailed {
        /// The matches, in the order in which they were given up; never empty.
        matches: Vec<VoidMatch>,
    },
}

/// Events can be sent to other threads.
const _: () = {
    const fn can_be_sent<T: Clone + Send + 'static>() {}
    can_be_sent::<SequentialTestEvent>();
    can_be_sent::<SequentialTestEnding>();
};
