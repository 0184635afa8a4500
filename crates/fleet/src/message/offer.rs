//! The offer of a coordinator.

use serde::{Deserialize, Serialize};

use super::Message;
use crate::{JobClass, PublicKey};

/// The queues of a coordinator, published every two seconds. A silent coordinator has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The coordinator.
    pub coordinator: PublicKey,
    /// Its epoch.
    pub epoch: u64,
    /// Its queues; none when it ends.
    pub queues: Vec<Queue>,
    /// Number of jobs without results.
    pub jobs: u64,
    /// Its share of the slots relative to other coordinators.
    pub weight: u32,
    /// `true` if workers must not take its jobs for now.
    pub is_paused: bool,
}

/// Jobs of one class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// The class of the jobs.
    pub class: JobClass,
    /// The consumer that hands them out.
    pub consumer: String,
}

impl Message for Offer {
    const KIND: u8 = 0x31;
}
