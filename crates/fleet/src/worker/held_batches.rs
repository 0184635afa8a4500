//! The batches that a worker holds.

use std::collections::BTreeMap;

use async_nats::Subject;
use hash::Hash;
use job::Job;

use crate::PublicKey;
use crate::message::{Answer, HeldJobs, JobResult, digest};

/// The batches that a worker holds.
#[derive(Default)]
pub(super) struct HeldBatches {
    batches: BTreeMap<HeldJobs, HeldBatch>,
    /// Number of batches that have arrived.
    come: u64,
}

struct HeldBatch {
    /// Its number in the order of arrival.
    number: u64,
    /// The subject for its acknowledgement.
    reply: Subject,
    /// The digests of the jobs without results, by their numbers.
    left: BTreeMap<u64, Hash>,
    /// Number of released jobs.
    released: usize,
    results: Vec<JobResult>,
    /// `true` if its results are being sent.
    is_sent: bool,
}

impl HeldBatches {
    /// Returns `true` if there are no batches.
    pub(super) fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// Number of jobs without results.
    pub(super) fn jobs(&self) -> usize {
        self.batches.values().map(|batch| batch.left.len()).sum()
    }

    /// Number of jobs without results, by coordinator.
    pub(super) fn jobs_by_coordinator(&self) -> BTreeMap<&PublicKey, usize> {
        let mut jobs = BTreeMap::new();
        for (held, batch) in &self.batches {
            *jobs.entry(&held.coordinator).or_default() += batch.left.len();
        }
        jobs
    }

    /// Returns the number of busy slots for each coordinator. Batches are played in order of arrival.
    pub(super) fn playing(&self, slots: usize) -> BTreeMap<PublicKey, usize> {
        let mut batches: Vec<_> = self.batches.iter().collect();
        batches.sort_unstable_by_key(|(_, batch)| batch.number);
        let mut playing = BTreeMap::new();
        let mut free = slots;
        for (held, batch) in batches {
            let own = batch.left.len().min(free);
            free -= own;
            *playing.entry(held.coordinator.clone()).or_default() += own;
        }
        playing
    }

    /// The batches.
    pub(super) fn names(&self) -> Vec<HeldJobs> {
        self.batches.keys().cloned().collect()
    }

    /// The subjects for the acknowledgements of all batches.
    pub(super) fn replies(&self) -> Vec<Subject> {
        self.batches.values().map(|batch| batch.reply.clone()).collect()
    }

    /// Adds a batch. Returns `true` if it is new. Otherwise, only the subject for its acknowledgement is updated.
    pub(super) fn begin(&mut self, held: HeldJobs, reply: Subject, jobs: &[Job]) -> bool {
        if let Some(batch) = self.batches.get_mut(&held) {
            batch.reply = reply;
            return false;
        }
        let left = jobs.iter().map(|job| (job.id.number(), digest(job))).collect();
        self.come += 1;
        let number = self.come;
        let batch = HeldBatch { number, reply, left, released: 0, results: Vec::new(), is_sent: false };
        self.batches.insert(held, batch);
        true
    }

    /// Notes the answer to a job.
    pub(super) fn answered(&mut self, held: &HeldJobs, number: u64, answer: Answer) {
        let Some(batch) = self.batches.get_mut(held) else { return };
        if let Some(job) = batch.left.remove(&number) {
            batch.results.push(JobResult { number, job, answer });
        }
    }

    /// Notes that some jobs of a batch are left to others.
    pub(super) fn released(&mut self, held: &HeldJobs, count: usize) {
        if let Some(batch) = self.batches.get_mut(held) {
            batch.released += count;
        }
    }

    /// Takes the results of a batch, once, if each of its jobs has one or was released.
    pub(super) fn take_results(&mut self, held: &HeldJobs) -> Option<Vec<JobResult>> {
        let batch = self.batches.get_mut(held)?;
        let is_done = batch.left.len() <= batch.released && !batch.is_sent;
        is_done.then(|| {
            batch.is_sent = true;
            std::mem::take(&mut batch.results)
        })
    }

    /// Removes a batch. Returns the subject for its acknowledgement, and `true` if all of its jobs have results.
    pub(super) fn remove(&mut self, held: &HeldJobs) -> Option<(Subject, bool)> {
        let batch = self.batches.remove(held)?;
        Some((batch.reply, batch.left.is_empty()))
    }
}
