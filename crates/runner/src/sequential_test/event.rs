//! Events of a sequential test.

use std::sync::Arc;

use run_folder::sequential_test::SequentialTestState;
use tournament::MatchKey;

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

/// Events can be sent to other threads.
const _: () = {
    const fn can_be_sent<T: Clone + Send + 'static>() {}
    can_be_sent::<SequentialTestEvent>();
};
