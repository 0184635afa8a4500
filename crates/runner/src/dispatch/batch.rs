//! What came in from an executor at one time.

use std::sync::Arc;

use referee::Record;
use tournament::EntrantId;

use super::agenda::Incident;
use crate::match_job::MatchJob;

/// What came in at one time.
#[derive(Default)]
pub(super) struct Batch {
    /// What happened to matches.
    pub(super) incidents: Vec<Incident>,
    /// Matches with a result that counts.
    pub(super) played: Vec<(MatchJob, Record)>,
    /// Void matches that are tried again.
    pub(super) again: Vec<MatchJob>,
}

/// A match in which a bot exceeded the CPU guard.
pub(super) struct Slow {
    pub(super) job: MatchJob,
    /// Whose bot.
    pub(super) by: EntrantId,
    /// The fault's detail.
    pub(super) why: Arc<str>,
    /// What came of it the first time.
    pub(super) record: Record,
}

impl Batch {
    /// Has the first playing of a slow match count.
    pub(super) fn count(&mut self, Slow { job, why, record, .. }: Slow) {
        self.incidents.push(Incident::Slow { key: job.key, why, again: false });
        self.played.push((job, record));
    }
}
