//! Events of a worker's session.

use std::sync::Arc;

use async_nats::Message as Envelope;
use hash::Hash;

use crate::message::{Answer, Batch, Held};

/// Whether to wait for a batch where a queue has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// The queue says at once that it has none.
    None,
    /// For some seconds.
    Some,
}

/// An event of a worker's session.
pub(super) enum Event {
    /// A match was played, or not.
    Played(Played),
    /// Matches of a batch were not begun, and are released.
    Released(Held, usize),
    /// `stop` was set.
    Stopped,
    /// The player has ended, for whichever reason.
    PlayerEnded,
    /// The next batch of a queue, or none for now.
    Pulled { consumer: String, patience: Patience, message: Option<Box<Envelope>> },
    /// A batch with the modules that it names, as far as they were found.
    Fetched { held: Held, batch: Batch, modules: Vec<(Hash, Option<Arc<[u8]>>)> },
    /// All results of a batch are in their stream.
    Sent(Held),
}

/// What came of a job.
pub(super) struct Played {
    pub(super) held: Held,
    pub(super) number: u64,
    pub(super) answer: Answer,
}
