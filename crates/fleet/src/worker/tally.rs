//! What a worker has played, for its status.

use crate::message::Answer;

/// The most characters of a reason.
const MOST_CHARACTERS: usize = 500;

/// What a worker has played.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) played: u64,
    pub(super) failed: u64,
    /// Why the last match that failed has failed.
    pub(super) failure: Option<String>,
}

impl Tally {
    /// Counts what came of a match.
    pub(super) fn count(&mut self, answer: &Answer) {
        match answer {
            Answer::Played(_) => self.played += 1,
            Answer::Failed(why) => {
                self.failed += 1;
                self.failure = Some(why.chars().take(MOST_CHARACTERS).collect());
            }
            Answer::NoModule(_) | Answer::Lost(_) => {}
        }
    }
}
