//! What a coordinator has to be played.

use serde::{Deserialize, Serialize};

use super::Message;
use crate::{JobClass, PublicKey};

/// The queues of a coordinator, published every two seconds. A silent coordinator has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The coordinator.
    pub coordinator: PublicKey,
    /// Its sitting.
    pub epoch: u64,
    /// Its queues; none when it ends.
    pub queues: Vec<Queue>,
    /// The jobs of which it waits for results.
    pub jobs: u64,
    /// Its share of slots beside other coordinators.
    pub weight: u32,
    /// Whether its jobs are not to be taken for now.
    pub is_paused: bool,
}

/// Jobs of one class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// Who can play them.
    pub class: JobClass,
    /// The consumer that hands them out.
    pub consumer: String,
}

impl Message for Offer {
    const KIND: u8 = 0x31;
}
