//! The announcement of a worker.

use serde::{Deserialize, Serialize};

use super::Message;
use crate::PublicKey;

/// The capabilities and held batches of a worker, [sealed](super::seal) by it and published every ten seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// A random number for the process: several may sign in with the same credentials.
    pub process: u64,
    /// The version of its program.
    pub version: String,
    /// Its machine.
    pub host: String,
    /// Number of matches that it plays at the same time; 0 when it ends.
    pub slots: u32,
    /// The fingerprints of its engines and rules.
    pub engines: Vec<String>,
    /// The memory for bots, in bytes; `None` if unlimited.
    pub memory: Option<u64>,
    /// The batches that it holds.
    pub held: Vec<HeldJobs>,
    /// Number of matches that it has played.
    pub played: u64,
    /// Recent slot time per match, in nanoseconds; 0 before its first match.
    pub pace: u64,
    /// Number of matches that it could not play.
    pub failed: u64,
    /// The reason for the last of these failures.
    pub failure: Option<String>,
}

/// A batch that a worker holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HeldJobs {
    /// The coordinator of the batch.
    pub coordinator: PublicKey,
    /// The coordinator's epoch.
    pub epoch: u64,
    /// The number of the batch in the epoch.
    pub batch: u64,
}

impl Message for Announcement {
    const KIND: u8 = 0x41;
}
