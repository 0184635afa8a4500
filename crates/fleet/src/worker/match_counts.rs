//! The tally of a worker, for its status.

use crate::message::Answer;

/// Maximum length of a reason in characters.
const MOST_CHARACTERS: usize = 500;

/// The numbers of matches that a worker has played and failed to play.
#[derive(Default)]
pub(super) struct MatchCounts {
    pub(super) played: u64,
    pub(super) failed: u64,
    /// The reason for the last failure.
    pub(super) failure: Option<String>,
}

impl MatchCounts {
    /// Counts the answer to a job.
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
