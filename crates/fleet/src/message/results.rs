//! Results on their way to a coordinator.

use hash::Hash;
use job::Record;
use serde::{Deserialize, Serialize};

use super::Message;
use crate::PublicKey;

/// Results that are sent together, to be [sealed](super::seal) by the worker that played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// Whose jobs they are of.
    pub coordinator: PublicKey,
    /// Of which sitting.
    pub epoch: u64,
    /// Which process of the worker it is.
    pub process: u64,
    /// Nanoseconds that a match takes a slot of this worker, lately: how many are handed out together depends on it, and
    /// nothing else.
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
    /// What came of it.
    pub answer: Answer,
}

/// What came of a job.
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
