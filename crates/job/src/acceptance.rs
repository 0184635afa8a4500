//! Checks a record against the job it claims to be of.

use game::Seat;
use thiserror::Error;

use crate::{Job, Record, RecordError};

/// Reasons why a record cannot be a job's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotOfTheJob {
    /// It contradicts itself.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Something in the record exceeds the job's limits.
    #[error("{what}, more than the limit of {most}")]
    Limit {
        /// The amount found, in words.
        what: String,
        /// The limit.
        most: u64,
    },
}

impl Job {
    /// Returns the record if a match under the job's limits can produce it. Only playing the job again shows whether
    /// this one did.
    ///
    /// # Errors
    /// When the record contradicts itself or exceeds the limits.
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
