//! What a sequential test tells while it goes on, and how it ends.

use tournament::MatchKey;

use super::{DuelState, DuelVerdict};

/// What a test tells while it goes on.
#[derive(Debug)]
pub enum DuelEvent<'a> {
    /// The host failed: the match is void and is played again.
    Void {
        /// Which.
        key: MatchKey,
        /// What failed.
        why: &'a str,
        /// How often it has been tried.
        tries: u32,
    },
    /// A pair is complete, and on the disk where there is a folder.
    Pair(DuelState),
}

/// How playing ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DuelEnding {
    /// The test is over.
    Over(DuelVerdict),
    /// It was told to stop.
    Interrupted,
    /// The host failed three times at one match.
    HostFailed {
        /// The match.
        key: MatchKey,
        /// What failed the last time.
        why: String,
    },
}
