//! The messages between the coordinator's tasks, and to its executor.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use async_nats::jetstream::message::Acker;
use hash::Hash;
use job::{ExposedWorker, Finished, Job, JobId};
use referee::Record;
use tokio::sync::OwnedSemaphorePermit;

use super::receipt::Receipt;
use super::roll::Member;
use crate::PublicKey;
use crate::message::Results;

/// From the executor.
pub(crate) enum Command {
    Submit(Vec<Job>),
    TakeBack(Sender<Vec<JobId>>),
    /// Whether the record that a worker sent of a match is the one that was played at home.
    Settled {
        worker: PublicKey,
        is_right: bool,
    },
    End,
}

/// To the executor.
pub(crate) enum Outcome {
    /// A job has a result.
    Finished { result: Finished, receipt: Arc<Receipt> },
    /// A job is to be played at home.
    AtHome(Job),
    /// A job is to be played at home, which decides about these records.
    Disputed { job: Job, answers: Vec<(PublicKey, Record)> },
    /// A worker has sent a wrong record.
    Exposed(ExposedWorker),
    /// Somebody has ended what is being played.
    Cancelled,
}

/// What the tasks of a coordinator tell it.
pub(super) enum Event {
    /// A batch is in its stream, in this place; or it is not.
    Published { batch: u64, place: Result<u64, NotTaken> },
    /// These modules are in their stream; others that were wanted may not be.
    ModulesPublished { published: Vec<Hash>, is_whole: bool },
    /// Whether the message of a batch is still there; `None` where the server did not say.
    Checked { batch: u64, is_there: Option<bool> },
    /// Results have come.
    Results(Box<Arrived>),
    /// Records were judged by the rules.
    Judged { given: Given, records: Vec<(JobId, Result<Record, String>)> },
    /// Streams and consumers are there, as far as they could be made. These workers have as many results waiting as they may.
    Ensured { fillers: Vec<PublicKey> },
}

/// Why the server has not taken a message.
pub(super) enum NotTaken {
    /// The stream has as much as it may have, which says that workers do not take it as quickly.
    Full,
    /// Another reason, in words.
    Failed(String),
}

/// Who gave answers, and in which message.
pub(super) struct Given {
    pub(super) by: Member,
    /// How long a match takes a slot of it, as it says.
    pub(super) pace: Duration,
    pub(super) receipt: Arc<Receipt>,
    /// Room for the message among those that are taken at one time.
    pub(super) _permit: OwnedSemaphorePermit,
}

/// Results of a worker that has signed them.
pub(super) struct Arrived {
    pub(super) worker: PublicKey,
    pub(super) results: Results,
    /// The place of the message in its stream.
    pub(super) sequence: u64,
    /// How often it was delivered, with this time.
    pub(super) delivered: i64,
    /// Room for it among those that are taken at one time.
    pub(super) permit: OwnedSemaphorePermit,
    pub(super) acker: Acker,
}
