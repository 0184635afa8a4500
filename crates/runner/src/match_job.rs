//! A job with its place in the schedule.

use game::PerSeat;
use job::{Job, JobId};
use ledger::MatchRow;
use referee::{MatchSeed, Record};
use tournament::{EntrantId, MatchKey};

/// A job with its place in the schedule. An executor sees the job alone: the key and entrants of a result come from the
/// submitted job, never from the executor.
#[derive(Clone)]
pub struct MatchJob {
    /// The match's place in the schedule.
    pub key: MatchKey,
    /// The entrant at each seat.
    pub entrants: PerSeat<EntrantId>,
    /// The job to submit.
    pub job: Job,
}

impl MatchJob {
    /// The same match with this seed of chance; `None` for that of the match.
    pub(crate) fn with_luck(self, luck: Option<MatchSeed>) -> MatchJob {
        let luck = luck.filter(|luck| *luck != self.job.seed);
        MatchJob { job: Job { luck, ..self.job }, ..self }
    }

    /// The row of the match, with the record of the job.
    pub(crate) fn row(&self, record: &Record) -> MatchRow {
        MatchRow::new(self.key, self.entrants, self.job.start.as_deref().map(str::to_owned), record)
    }

    /// The id of the job.
    pub(crate) fn id(&self) -> JobId {
        self.job.id
    }

    /// Returns `true` if no other match may be played beside it.
    pub(crate) fn is_alone(&self) -> bool {
        self.job.alone
    }

    /// The same match, to be played once more.
    pub(crate) fn again(self) -> MatchJob {
        MatchJob { job: self.job.again(), ..self }
    }

    /// The same match, to be played once more with no other beside it.
    pub(crate) fn again_alone(self) -> MatchJob {
        MatchJob { job: self.job.again_alone(), ..self }
    }
}
