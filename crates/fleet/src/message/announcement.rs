//! What a worker tells of itself.

use serde::{Deserialize, Serialize};

use super::Message;
use crate::PublicKey;

/// What a worker can play and what it holds, [sealed](super::seal) by it and published every ten seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// Which process it is, a random number: several may sign in with the same credentials.
    pub process: u64,
    /// The version of its program.
    pub version: String,
    /// The machine on which it is.
    pub host: String,
    /// How many matches it plays at one time; 0 when it ends.
    pub slots: u32,
    /// The fingerprints of engine and rules with which it plays.
    pub engines: Vec<String>,
    /// The memory for bots, in bytes; `None` if unlimited.
    pub memory: Option<u64>,
    /// The batches that it holds.
    pub held: Vec<Held>,
    /// The matches that it has played.
    pub played: u64,
    /// Nanoseconds that a match takes a slot of it, lately; 0 before one was played.
    pub pace: u64,
    /// The matches that it could not play.
    pub failed: u64,
    /// Why it could not play the last of these.
    pub failure: Option<String>,
}

/// A batch that a worker holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Held {
    /// Whose batch it is.
    pub coordinator: PublicKey,
    /// Of which sitting.
    pub epoch: u64,
    /// Which batch of the epoch.
    pub batch: u64,
}

impl Message for Announcement {
    const KIND: u8 = 0x41;
}
