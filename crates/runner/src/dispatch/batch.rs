//! Results that an executor returned together.

use std::sync::Arc;

use referee::Record;
use tournament::EntrantId;

use super::agenda::Incident;
use crate::match_job::MatchJob;

/// Results that an executor returned together.
#[derive(Default)]
pub(super) struct Batch {
    /// Incidents of matches that have no result yet.
    pub(super) incidents: Vec<Incident>,
    /// Matches with a result that counts.
    pub(super) played: Vec<(MatchJob, Record)>,
    /// Void matches to try again.
    pub(super) again: Vec<MatchJob>,
}

/// A match in which a bot exceeded the CPU guard.
pub(super) struct SlowMatch {
    pub(super) job: MatchJob,
    /// The entrant whose bot was slow.
    pub(super) by: EntrantId,
    /// The detail of the fault.
    pub(super) why: Arc<str>,
    /// The record of the first playing.
    pub(super) record: Record,
}

impl Batch {
    /// Makes the first playing of a slow match count.
    pub(super) fn count(&mut self, SlowMatch { job, why, record, .. }: SlowMatch) {
        self.incidents.push(Incident::Slow { key: job.key, why, again: false });
        self.played.push((job, record));
    }
}
