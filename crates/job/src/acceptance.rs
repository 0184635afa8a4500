//! Whether a record can be that of a job.

use game::Seat;
use thiserror::Error;

use crate::{Job, Record, RecordError};

/// Why a record cannot be that of a job.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotOfTheJob {
    /// It contradicts itself.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It has more of something than the job's limits allow.
    #[error("{what}, of at most {most}")]
    Limit {
        /// What it has.
        what: String,
        /// What the limits allow.
        most: u64,
    },
}

impl Job {
    /// The record, if a match by the job's limits can have it. Only playing the job again shows whether this one has.
    ///
    /// # Errors
    /// When the record contradicts itself or the limits.
    pub fn accept(&self, record: Record) -> Result<referee::Record, NotOfTheJob> {
        let record = referee::Record::try_from(record)?;
        let limits = &self.terms.limits;
        let within = |found: u64, most: u64, what: String| {
            if found <= most { Ok(()) } else { Err(NotOfTheJob::Limit { what, most }) }
        };
        within(record.plies.into(), limits.plies.into(), format!("{} plies", record.plies))?;
        for seat in Seat::BOTH {
            let closing = &record.closings[seat];
            let (log, memory) = (closing.log.len() as u64, closing.memory_peak);
            within(log, limits.most_log(), format!("a log of {log} bytes"))?;
            within(memory, limits.memory, format!("{memory} bytes of memory"))?;
        }
        Ok(record)
    }
}
