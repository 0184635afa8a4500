//! Messages between the coordinator's tasks, and between it and its executor.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use async_nats::jetstream::message::Acker;
use hash::Hash;
use job::{ExposedWorker, Finished, Job, JobId};
use referee::Record;
use tokio::sync::OwnedSemaphorePermit;

use super::acknowledgement::Acknowledgement;
use super::live_workers::WorkerProcess;
use crate::PublicKey;
use crate::message::Results;

/// A command from the executor.
pub(crate) enum Command {
    Submit(Vec<Job>),
    TakeBack(Sender<Vec<JobId>>),
    /// Playing a match at home has shown whether a worker's record is right.
    Settled {
        worker: PublicKey,
        is_right: bool,
    },
    End,
}

/// A message to the executor.
pub(crate) enum Outcome {
    /// A job has a result.
    Finished { result: Finished, receipt: Arc<Acknowledgement> },
    /// A job has to be played at home.
    AtHome(Job),
    /// A job has to be played at home, to decide about these records.
    Disputed { job: Job, answers: Vec<(PublicKey, Record)> },
    /// A worker has sent a wrong record.
    Exposed(ExposedWorker),
    /// An order has cancelled the run.
    Cancelled,
}

/// An event of one of the coordinator's tasks.
pub(super) enum Event {
    /// A batch is at this place in its stream, or was not taken.
    Published { batch: u64, place: Result<u64, NotTaken> },
    /// These modules are in their stream. Unless `is_whole`, others are missing.
    ModulesPublished { published: Vec<Hash>, is_whole: bool },
    /// The result of looking for the message of a batch; `None` if the server did not say.
    Checked { batch: u64, is_there: Option<bool> },
    /// Results have arrived.
    Results(Box<SignedResults>),
    /// Records were judged by the rules.
    Judged { given: ReceivedAnswers, records: Vec<(JobId, Result<Record, String>)> },
    /// Streams and consumers exist, as far as they could be created. These workers have the maximum number of results
    /// waiting.
    Ensured { fillers: Vec<PublicKey> },
}

/// The reason why the server has not taken a message.
pub(super) enum NotTaken {
    /// The stream is full: workers do not take its messages quickly enough.
    Full,
    /// Another reason, in words.
    Failed(String),
}

/// The sender of answers, and their message.
pub(super) struct ReceivedAnswers {
    pub(super) by: WorkerProcess,
    /// The slot time per match that the sender reports.
    pub(super) pace: Duration,
    pub(super) receipt: Arc<Acknowledgement>,
    /// A permit for one of the messages in process.
    pub(super) _permit: OwnedSemaphorePermit,
}

/// Signed results of a worker.
pub(super) struct SignedResults {
    pub(super) worker: PublicKey,
    pub(super) results: Results,
    /// The place of the message in its stream.
    pub(super) sequence: u64,
    /// Number of deliveries, including this one.
    pub(super) delivered: i64,
    /// A permit for one of the messages in process.
    pub(super) permit: OwnedSemaphorePermit,
    pub(super) acker: Acker,
}
