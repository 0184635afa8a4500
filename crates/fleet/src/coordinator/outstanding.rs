//! The jobs that have no result yet: where each is, and which go into the next batch.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use hash::Hash;
use job::{Job, JobId};

use crate::PublicKey;
use crate::message::{Batch, Message, digest};

/// How much work a batch is.
const BATCH: Duration = Duration::from_secs(1);
/// Jobs in one batch, at most.
const MOST_JOBS: usize = 1000;
/// A batch is not looked for within this time after it was published, or was found.
const GRACE: Duration = Duration::from_secs(10);
/// How often in a row a batch must be missing before its jobs are published again: its results may be under way.
const MISSING: u32 = 2;

/// The jobs that have no result yet.
#[derive(Default)]
pub(super) struct Outstanding {
    jobs: BTreeMap<JobId, Entry>,
    /// Jobs by what their records depend on.
    digests: BTreeMap<Hash, BTreeSet<JobId>>,
    /// Jobs that are to be published, the next first. Those that have their results by then are skipped.
    queue: VecDeque<JobId>,
    batches: BTreeMap<u64, Published>,
    last_batch: u64,
    /// How long a match takes a slot, lately.
    pace: Option<Duration>,
}

struct Entry {
    job: Job,
    digest: Hash,
}

/// A batch that was published.
struct Published {
    jobs: BTreeSet<JobId>,
    /// Its place in the stream, once the server has said it.
    place: Option<u64>,
    /// When it was published, or was last known to be somewhere.
    known: Instant,
    /// How often it was missing since.
    missing: u32,
    /// Whether the server is being asked for it.
    is_asked_for: bool,
}

impl Outstanding {
    /// Adds a job to be published.
    pub(super) fn add(&mut self, job: Job) {
        let (id, digest) = (job.id, digest(&job));
        self.digests.entry(digest).or_default().insert(id);
        self.jobs.insert(id, Entry { job, digest });
        self.queue.push_back(id);
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.jobs.len()
    }

    /// The job that a result is of: the one with this number, if the digest is its own, or any other with that digest.
    pub(super) fn find(&self, number: Option<u64>, digest: &Hash) -> Option<&Job> {
        let same = self.digests.get(digest)?;
        let numbered = number.map(JobId::new).filter(|id| same.contains(id));
        let id = numbered.or_else(|| same.first().copied())?;
        self.jobs.get(&id).map(|entry| &entry.job)
    }

    /// Removes a job, which has its result, or is played elsewhere.
    pub(super) fn remove(&mut self, id: JobId) -> Option<Job> {
        let Entry { job, digest } = self.jobs.remove(&id)?;
        if let Some(same) = self.digests.get_mut(&digest) {
            same.remove(&id);
            if same.is_empty() {
                self.digests.remove(&digest);
            }
        }
        Some(job)
    }

    /// Takes back the jobs of all batches but those that are held, and returns their ids.
    pub(super) fn take_back(&mut self, is_held: impl Fn(u64) -> bool) -> Vec<JobId> {
        let held = self.batches.iter().filter(|(batch, _)| is_held(**batch));
        let held: BTreeSet<JobId> = held.flat_map(|(_, published)| &published.jobs).copied().collect();
        let back: Vec<JobId> = self.jobs.keys().filter(|id| !held.contains(id)).copied().collect();
        for id in &back {
            self.remove(*id);
        }
        self.queue.clear();
        back
    }

    /// Has a job published once more.
    pub(super) fn publish_again(&mut self, id: JobId) {
        for published in self.batches.values_mut() {
            published.jobs.remove(&id);
        }
        self.queue.push_back(id);
    }

    /// The jobs of the next batch, for workers with one fingerprint; `None` when there are none to be published.
    pub(super) fn next_batch(&mut self, slots: usize) -> Option<Vec<Job>> {
        // Every slot gets something to do, before any gets much.
        let share = self.jobs.len().div_ceil(slots.max(1).saturating_mul(4));
        let most = self.batch_size().min(share.max(1));
        let mut next: Vec<Job> = Vec::new();
        while next.len() < most {
            let Some(id) = self.queue.pop_front() else { break };
            let Some(entry) = self.jobs.get(&id) else { continue };
            if next.first().is_some_and(|first| first.terms.engine != entry.job.terms.engine) {
                self.queue.push_front(id);
                break;
            }
            next.push(entry.job.clone());
        }
        (!next.is_empty()).then_some(next)
    }

    /// Puts jobs of a batch that cannot be published yet before all others.
    pub(super) fn put_back(&mut self, jobs: &[Job]) {
        for job in jobs.iter().rev() {
            self.queue.push_front(job.id);
        }
    }

    /// The message of a batch, and its number. What does not fit into it is put back; `None` where nothing fits.
    pub(super) fn batch(
        &mut self,
        coordinator: &PublicKey,
        epoch: u64,
        jobs: &[Job],
    ) -> Option<(u64, Vec<u8>)> {
        let batch = self.last_batch + 1;
        let mut count = jobs.len();
        let bytes = loop {
            match Batch::of(coordinator.clone(), epoch, batch, &jobs[..count]).encode() {
                Ok(bytes) => break bytes,
                Err(_) if count > 1 => count /= 2,
                Err(_) => {
                    self.put_back(&jobs[1..]);
                    return None;
                }
            }
        };
        self.put_back(&jobs[count..]);
        self.last_batch = batch;
        let jobs = jobs[..count].iter().map(|job| job.id).collect();
        let published =
            Published { jobs, place: None, known: Instant::now(), missing: 0, is_asked_for: false };
        self.batches.insert(batch, published);
        Some((batch, bytes))
    }

    /// Notes where a batch is in the stream. Jobs of one that is not there are to be published again, before all others.
    pub(super) fn published(&mut self, batch: u64, place: Option<u64>) {
        let Some(published) = self.batches.get_mut(&batch) else { return };
        published.place = place;
        published.known = Instant::now();
        if place.is_none()
            && let Some(published) = self.batches.remove(&batch)
        {
            for id in published.jobs.iter().rev() {
                self.queue.push_front(*id);
            }
        }
    }

    /// The batches, with their places, of which it is not known lately where they are: the server is to be asked for them.
    pub(super) fn unheard(&mut self, now: Instant, is_held: impl Fn(u64) -> bool) -> Vec<(u64, u64)> {
        let jobs = &self.jobs;
        self.batches.retain(|_, published| {
            published.jobs.retain(|id| jobs.contains_key(id));
            !published.jobs.is_empty()
        });
        let mut unheard = Vec::new();
        for (&batch, published) in &mut self.batches {
            if is_held(batch) {
                (published.known, published.missing) = (now, 0);
            }
            let is_due = published.missing > 0 || now.saturating_duration_since(published.known) >= GRACE;
            if let Some(place) = published.place
                && is_due
                && !published.is_asked_for
            {
                published.is_asked_for = true;
                unheard.push((batch, place));
            }
        }
        unheard
    }

    /// Notes whether the server has a batch. Returns the number of jobs that are published again.
    pub(super) fn checked(&mut self, now: Instant, batch: u64, is_there: bool) -> usize {
        let Some(published) = self.batches.get_mut(&batch) else { return 0 };
        published.is_asked_for = false;
        if is_there {
            (published.known, published.missing) = (now, 0);
            return 0;
        }
        published.missing += 1;
        if published.missing < MISSING {
            return 0;
        }
        let Some(published) = self.batches.remove(&batch) else { return 0 };
        let lost: Vec<JobId> = published.jobs.into_iter().filter(|id| self.jobs.contains_key(id)).collect();
        self.queue.extend(&lost);
        lost.len()
    }

    /// Notes how long a match has taken a slot.
    pub(super) fn paced(&mut self, pace: Duration) {
        let pace = pace.clamp(Duration::from_micros(100), Duration::from_hours(1));
        self.pace = Some(self.pace.map_or(pace, |before| (before * 7 + pace * 3) / 10));
    }

    /// The number of jobs that are about a second of work.
    pub(super) fn batch_size(&self) -> usize {
        let Some(pace) = self.pace else { return 1 };
        let jobs = BATCH.as_nanos() / pace.as_nanos().max(1);
        (jobs as usize).clamp(1, MOST_JOBS)
    }
}

#[cfg(test)]
mod tests;
