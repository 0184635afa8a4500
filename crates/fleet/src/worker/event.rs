//! Events of a worker's session.

use std::sync::Arc;

use async_nats::Message as Envelope;
use hash::Hash;

use crate::message::{Answer, Batch, HeldJobs};

/// The patience of a request to a queue without batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// The queue answers at once that it has none.
    None,
    /// The queue waits for some seconds.
    Some,
}

/// An event of a worker's session.
pub(super) enum Event {
    /// A match was played, or could not be played.
    Played { held: HeldJobs, number: u64, answer: Answer },
    /// Matches of a batch were released before they began.
    Released(HeldJobs, usize),
    /// `stop` was set.
    Stopped,
    /// The player has ended, for any reason.
    PlayerEnded,
    /// The next batch of a queue, or none for now.
    Pulled { consumer: String, patience: Patience, message: Option<Box<Envelope>> },
    /// A batch with the modules that it names, as far as they were found.
    Fetched { held: HeldJobs, batch: Batch, modules: Vec<(Hash, Option<Arc<[u8]>>)> },
    /// All results of a batch are in their stream.
    Sent(HeldJobs),
}
