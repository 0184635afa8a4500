//! Jobs on their way to a worker.

use std::sync::Arc;

use game::PerSeat;
use hash::Hash;
use job::{Job, JobId, SeatJob, Terms};
use referee::MatchSeed;
use serde::{Deserialize, Serialize};

use super::{Message, MessageError};
use crate::PublicKey;

/// Jobs that are handed out together. Their common parts are stored once. A job's id in the fleet is its coordinator,
/// epoch and number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// The coordinator of the jobs.
    pub coordinator: PublicKey,
    /// The epoch: a random number for each session of the coordinator.
    pub epoch: u64,
    /// The number of the batch in the epoch.
    pub number: u64,
    terms: Vec<Terms>,
    seats: Vec<SeatJob>,
    pub(super) jobs: Vec<BatchJob>,
}

/// A job in a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchJob {
    number: u64,
    pub(super) terms: u32,
    start: Option<String>,
    seed: [u8; 32],
    luck: Option<[u8; 32]>,
    pub(super) seats: [u32; 2],
}

impl Message for Batch {
    const KIND: u8 = 0x12;
}

impl Batch {
    /// Creates a batch of these jobs.
    pub fn new(coordinator: PublicKey, epoch: u64, number: u64, jobs: &[Job]) -> Batch {
        let (mut terms, mut seats) = (Vec::new(), Vec::new());
        let entry = |job: &Job| BatchJob {
            number: job.id.number(),
            terms: place(&mut terms, &job.terms),
            start: job.start.as_deref().map(str::to_owned),
            seed: *job.seed.bytes(),
            luck: job.luck.map(|luck| *luck.bytes()),
            seats: job.seats.0.each_ref().map(|seat| place(&mut seats, seat)),
        };
        let jobs = jobs.iter().map(entry).collect();
        let terms = terms.iter().map(|terms| Terms::clone(terms)).collect();
        let seats = seats.iter().map(|seat| SeatJob::clone(seat)).collect();
        Batch { coordinator, epoch, number, terms, seats, jobs }
    }

    /// Number of jobs.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Returns `true` if there are no jobs.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// The jobs, each with its number as its id.
    ///
    /// # Errors
    /// When one names terms or seats that the batch does not have.
    pub fn jobs(&self) -> Result<Vec<Job>, MessageError> {
        let terms: Vec<Arc<Terms>> = self.terms.iter().cloned().map(Arc::new).collect();
        let seats: Vec<Arc<SeatJob>> = self.seats.iter().cloned().map(Arc::new).collect();
        let job = |entry: &BatchJob| {
            let [first, second] = entry.seats;
            Ok(Job {
                id: JobId::new(entry.number),
                terms: named(&terms, "terms", entry.terms)?,
                start: entry.start.as_deref().map(Arc::from),
                seed: MatchSeed::new(entry.seed),
                luck: entry.luck.map(MatchSeed::new),
                seats: PerSeat::new(named(&seats, "seat", first)?, named(&seats, "seat", second)?),
                alone: false,
            })
        };
        self.jobs.iter().map(job).collect()
    }
}

/// Returns a hash of everything that a job's record depends on. It does not depend on the session of the coordinator or
/// the number of the job: the records of equal jobs are equal.
pub fn digest(job: &Job) -> Hash {
    let Job { id: _, terms, start, seed, luck, seats, alone: _ } = job;
    let [first, second] = seats.0.each_ref().map(|seat| &**seat);
    let luck = luck.as_ref().map(MatchSeed::bytes);
    let written = postcard::to_allocvec(&(&**terms, start.as_deref(), seed.bytes(), luck, first, second));
    Hash::digest(&written.unwrap_or_else(|_| unreachable!("a job can be written")))
}

/// Returns the place of a value among others. Adds it if it is missing.
fn place<T: PartialEq>(known: &mut Vec<Arc<T>>, value: &Arc<T>) -> u32 {
    let is_it = |known: &Arc<T>| Arc::ptr_eq(known, value) || known == value;
    let place = known.iter().rposition(is_it).unwrap_or_else(|| {
        known.push(Arc::clone(value));
        known.len() - 1
    });
    place as u32
}

fn named<T>(values: &[Arc<T>], what: &'static str, number: u32) -> Result<Arc<T>, MessageError> {
    let value = values.get(number as usize).map(Arc::clone);
    value.ok_or(MessageError::Unnamed { what, number, count: values.len() })
}
