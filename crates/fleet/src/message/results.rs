//! Results on their way to a coordinator.

use hash::Hash;
use job::Record;
use serde::{Deserialize, Serialize};

use super::Message;
use crate::PublicKey;

/// Results that are sent together, to be [sealed](super::seal) by the worker that played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// The coordinator of the jobs.
    pub coordinator: PublicKey,
    /// The coordinator's epoch.
    pub epoch: u64,
    /// The process of the worker.
    pub process: u64,
    /// Recent slot time per match of this worker, in nanoseconds. Only the size of batches depends on it.
    pub pace: u64,
    /// The results.
    pub results: Vec<JobResult>,
}

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobResult {
    /// The job's number in its epoch.
    pub number: u64,
    /// Its [digest](super::digest).
    pub job: Hash,
    /// The answer to the job.
    pub answer: Answer,
}

/// The answer to a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// It was played.
    Played(Box<Record>),
    /// The host failed: the match is void.
    Failed(String),
    /// The fleet does not have this module.
    NoModule(Hash),
    /// It was delivered this number of times without a result.
    Lost(u32),
}

impl Message for Results {
    const KIND: u8 = 0x21;
}
