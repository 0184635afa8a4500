//! The jobs without results: where each is, and which go into the next batch.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hash::Hash;
use job::{Job, JobId};
use referee::Record;

use super::acknowledgement::Acknowledgement;
use super::live_workers::WorkerProcess;
use crate::message::{Batch, Message, digest};
use crate::{JobClass, PublicKey};

/// Target amount of work in a batch.
const BATCH: Duration = Duration::from_secs(1);
/// Maximum number of jobs in a batch.
const MOST_JOBS: usize = 1000;
/// Time after a batch was published or found during which the server is not asked for it.
const GRACE: Duration = Duration::from_secs(10);
/// Time after which the server is asked for a batch although a worker claims to hold it: it stays in the stream until
/// it has results.
const CLAIM: Duration = Duration::from_mins(2);
/// Number of consecutive misses after which the jobs of a batch are republished. Its results may be in transit before.
const MISSING: u32 = 2;

/// Maximum number of batches that the server is asked for at the same time.
const MOST_QUESTIONS: usize = 64;
/// Number of losses after which a job is played at home.
const MOST_LOSSES: u32 = 5;
/// A batch is slow once a worker has held it for this time, and for this multiple of its expected time.
const STRAGGLER: Duration = Duration::from_secs(30);
const STRAGGLES: u32 = 10;
/// The fleet plays one in this number of short matches.
const SAMPLE: u64 = 64;

/// The jobs without results.
#[derive(Default)]
pub(super) struct OutstandingJobs {
    jobs: BTreeMap<JobId, OutstandingJob>,
    /// Jobs by the digests of everything that their records depend on.
    digests: BTreeMap<Hash, BTreeSet<JobId>>,
    /// Jobs to publish, next first. Jobs that have their results by then are skipped.
    queue: VecDeque<JobId>,
    batches: BTreeMap<u64, Published>,
    last_batch: u64,
    /// The last batch from which a job had a result: earlier ones were handed out, too.
    last_answered: u64,
    /// The highest known position of a batch in the stream.
    last_place: Option<u64>,
    /// The recent slot time per match.
    pace: Option<Duration>,
    /// `true` if each batch has one job, so that the server can count the jobs in play.
    is_one_by_one: bool,
}

struct OutstandingJob {
    job: Job,
    digest: Hash,
    /// The first answer, if the job needs two.
    first: Option<FirstAnswer>,
    /// Number of times that it was lost.
    lost: u32,
    /// `true` if it was republished because its worker is slow.
    is_copied: bool,
    /// `true` if it is in the queue.
    is_queued: bool,
    /// The batches that contain it, in order of publication.
    batches: Vec<u64>,
}

/// A record that counts when another worker, or this machine, has the same.
pub(super) struct FirstAnswer {
    pub(super) by: WorkerProcess,
    pub(super) record: Record,
    /// Number of further answers from the same worker.
    pub(super) repeats: u32,
    pub(super) receipt: Arc<Acknowledgement>,
}

/// A published batch.
struct Published {
    jobs: BTreeSet<JobId>,
    /// Its position in the stream, once known.
    place: Option<u64>,
    /// Time of publication.
    begun: Instant,
    /// Time at which it was published, or was last known to be somewhere.
    known: Instant,
    /// Time since which a worker holds it.
    held: Option<Instant>,
    /// Time at which it was published, or was last seen in the stream.
    seen: Instant,
    /// Number of misses since it was last seen.
    missing: u32,
    /// `true` while the server is being asked for it.
    is_asked_for: bool,
}

impl OutstandingJobs {
    /// Creates an empty set whose jobs are published in batches of about a second of work, or one by one.
    pub(super) fn in_batches(in_batches: bool) -> OutstandingJobs {
        OutstandingJobs { is_one_by_one: !in_batches, ..OutstandingJobs::default() }
    }

    /// Adds a job to be published.
    pub(super) fn add(&mut self, job: Job) {
        let (id, digest) = (job.id, digest(&job));
        self.digests.entry(digest).or_default().insert(id);
        let (first, batches) = (None, Vec::new());
        let entry =
            OutstandingJob { job, digest, first, lost: 0, is_copied: false, is_queued: false, batches };
        self.jobs.insert(id, entry);
        self.enqueue(id, VecDeque::push_back);
    }

    /// Puts a job into the queue, unless it is there already.
    fn enqueue(&mut self, id: JobId, place: fn(&mut VecDeque<JobId>, JobId)) {
        if let Some(entry) = self.jobs.get_mut(&id)
            && !std::mem::replace(&mut entry.is_queued, true)
        {
            place(&mut self.queue, id);
        }
    }

    /// Number of jobs.
    pub(super) fn count(&self) -> usize {
        self.jobs.len()
    }

    /// Finds the job of a result: the job with this number if the digest matches, or any other with that digest.
    pub(super) fn find(&self, number: Option<u64>, digest: &Hash) -> Option<&Job> {
        let same = self.digests.get(digest)?;
        let numbered = number.map(JobId::new).filter(|id| same.contains(id));
        let id = numbered.or_else(|| same.first().copied())?;
        self.jobs.get(&id).map(|entry| &entry.job)
    }

    /// A job.
    pub(super) fn job(&self, id: JobId) -> Option<&Job> {
        self.jobs.get(&id).map(|entry| &entry.job)
    }

    /// The first answer of a job that needs two.
    pub(super) fn first_answer(&mut self, id: JobId) -> Option<&mut FirstAnswer> {
        self.jobs.get_mut(&id)?.first.as_mut()
    }

    /// Takes the first answer of a job that needs two.
    pub(super) fn take_first_answer(&mut self, id: JobId) -> Option<FirstAnswer> {
        self.jobs.get_mut(&id)?.first.take()
    }

    /// Keeps the first answer of a job and republishes the job for a second one.
    pub(super) fn hold(&mut self, id: JobId, answer: FirstAnswer) {
        if let Some(entry) = self.jobs.get_mut(&id) {
            entry.first = Some(answer);
            self.publish_first(id);
        }
    }

    /// Drops the first answers of a worker. The next answers count as first ones.
    pub(super) fn forget_answers_of(&mut self, worker: &PublicKey) {
        for entry in self.jobs.values_mut() {
            if entry.first.as_ref().is_some_and(|first| first.by.key == *worker) {
                entry.first = None;
            }
        }
    }

    /// Removes a job that has its result or is played elsewhere.
    pub(super) fn remove(&mut self, id: JobId) -> Option<Job> {
        let OutstandingJob { job, digest, batches, .. } = self.jobs.remove(&id)?;
        self.last_answered = self.last_answered.max(batches.first().copied().unwrap_or_default());
        if let Some(same) = self.digests.get_mut(&digest) {
            same.remove(&id);
            if same.is_empty() {
                self.digests.remove(&digest);
            }
        }
        Some(job)
    }

    /// Takes back all jobs except those in held batches. Returns their ids.
    pub(super) fn take_back(&mut self, is_held: impl Fn(u64) -> bool) -> Vec<JobId> {
        let held = self.batches.iter().filter(|(batch, _)| is_held(**batch));
        let held: BTreeSet<JobId> = held.flat_map(|(_, published)| &published.jobs).copied().collect();
        let back: Vec<JobId> = self.jobs.keys().filter(|id| !held.contains(id)).copied().collect();
        for id in &back {
            self.remove(*id);
        }
        for id in self.queue.drain(..) {
            if let Some(entry) = self.jobs.get_mut(&id) {
                entry.is_queued = false;
            }
        }
        back
    }

    /// The highest known position of a batch in the stream.
    pub(super) const fn last_place(&self) -> Option<u64> {
        self.last_place
    }

    /// Republishes a job.
    pub(super) fn publish_again(&mut self, id: JobId) {
        self.leave_batches(id);
        self.enqueue(id, VecDeque::push_back);
    }

    /// Counts a loss of a job. Returns `true` if it has reached the limit.
    pub(super) fn is_given_up(&mut self, id: JobId) -> bool {
        self.jobs.get_mut(&id).is_some_and(|entry| {
            entry.lost += 1;
            entry.lost >= MOST_LOSSES
        })
    }

    /// Republishes a job, before all others.
    pub(super) fn publish_first(&mut self, id: JobId) {
        self.leave_batches(id);
        self.enqueue(id, VecDeque::push_front);
    }

    fn leave_batches(&mut self, id: JobId) {
        let Some(entry) = self.jobs.get_mut(&id) else { return };
        for batch in entry.batches.drain(..) {
            if let Some(published) = self.batches.get_mut(&batch) {
                published.jobs.remove(&id);
            }
        }
    }

    /// Republishes jobs that are slow, if the queue is empty. The first answer counts. Returns the number of
    /// republished jobs, and the jobs whose copies are slow, too.
    pub(super) fn copy_stragglers(&mut self, now: Instant) -> (usize, Vec<JobId>) {
        let (mut copied, mut given_up) = (Vec::new(), Vec::new());
        if !self.queue.is_empty() {
            return (0, given_up);
        }
        let pace = self.pace.unwrap_or_default();
        for (batch, published) in &self.batches {
            let usual = pace.saturating_mul(u32::try_from(published.jobs.len()).unwrap_or(u32::MAX));
            let long = usual.saturating_mul(STRAGGLES).max(STRAGGLER);
            let since = |then: Instant| now.saturating_duration_since(then);
            // A worker may hold it without saying so, because later batches were handed out.
            let is_late = *batch < self.last_answered && since(published.begun) >= long + CLAIM;
            if !is_late && published.held.is_none_or(|held| since(held) < long) {
                continue;
            }
            for id in &published.jobs {
                let Some(entry) = self.jobs.get_mut(id) else { continue };
                if !std::mem::replace(&mut entry.is_copied, true) {
                    copied.push(*id);
                } else if entry.batches.last() == Some(batch) {
                    given_up.push(*id);
                }
            }
        }
        for id in &copied {
            self.enqueue(*id, VecDeque::push_back);
        }
        (copied.len(), given_up)
    }

    /// Takes the queued jobs, if matches are so short that sending them takes longer. A sample stays in the queue, to
    /// notice when matches get longer.
    pub(super) fn take_short(&mut self, shortest: Duration) -> Vec<JobId> {
        if self.pace.is_none_or(|pace| pace >= shortest) {
            return Vec::new();
        }
        let (kept, home): (VecDeque<JobId>, VecDeque<JobId>) =
            self.queue.iter().partition(|id| id.number().is_multiple_of(SAMPLE));
        self.queue = kept;
        for id in &home {
            if let Some(entry) = self.jobs.get_mut(id) {
                entry.is_queued = false;
            }
        }
        Vec::from(home)
    }

    /// The jobs of the next batch, all of one class; `None` if no jobs are queued.
    pub(super) fn next_batch(&mut self, slots: usize) -> Option<Vec<Job>> {
        // Every slot gets some jobs before any slot gets many.
        let share = self.jobs.len().div_ceil(slots.max(1).saturating_mul(4));
        let most = self.batch_size().min(share.max(1));
        let mut class = None;
        let mut next: Vec<Job> = Vec::new();
        while next.len() < most {
            let Some(id) = self.queue.pop_front() else { break };
            let Some(entry) = self.jobs.get_mut(&id) else { continue };
            let own = JobClass::from_job(&entry.job);
            if *class.get_or_insert_with(|| own.clone()) != own {
                self.queue.push_front(id);
                break;
            }
            entry.is_queued = false;
            next.push(entry.job.clone());
        }
        (!next.is_empty()).then_some(next)
    }

    /// Puts back the jobs of a batch that cannot be published yet, before all others.
    pub(super) fn put_back(&mut self, jobs: &[Job]) {
        for job in jobs.iter().rev() {
            self.enqueue(job.id, VecDeque::push_front);
        }
    }

    /// Builds the message of a batch. Returns its number and bytes; `None` if not even the first job fits. Jobs that do
    /// not fit are put back.
    pub(super) fn batch(
        &mut self,
        coordinator: &PublicKey,
        epoch: u64,
        jobs: &[Job],
    ) -> Option<(u64, Vec<u8>)> {
        let batch = self.last_batch + 1;
        let mut count = jobs.len();
        let bytes = loop {
            match Batch::new(coordinator.clone(), epoch, batch, &jobs[..count]).encode() {
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
        let jobs: BTreeSet<JobId> = jobs[..count].iter().map(|job| job.id).collect();
        for id in &jobs {
            if let Some(entry) = self.jobs.get_mut(id) {
                entry.batches.push(batch);
            }
        }
        let now = Instant::now();
        let published = Published {
            jobs,
            place: None,
            begun: now,
            known: now,
            held: None,
            seen: now,
            missing: 0,
            is_asked_for: false,
        };
        self.batches.insert(batch, published);
        Some((batch, bytes))
    }

    /// Notes where a batch is in the stream. The jobs of a batch that was not taken are republished, before all others.
    pub(super) fn published(&mut self, batch: u64, place: Option<u64>) {
        let Some(published) = self.batches.get_mut(&batch) else { return };
        published.place = place;
        self.last_place = self.last_place.max(place);
        (published.known, published.seen) = (Instant::now(), Instant::now());
        if place.is_none()
            && let Some(published) = self.batches.remove(&batch)
        {
            for id in published.jobs.iter().rev() {
                self.enqueue(*id, VecDeque::push_front);
            }
        }
    }

    /// The batches, with their places, whose whereabouts are out of date. The server must be asked for them.
    pub(super) fn unheard(&mut self, now: Instant, is_held: impl Fn(u64) -> bool) -> Vec<(u64, u64)> {
        let jobs = &self.jobs;
        self.batches.retain(|_, published| {
            published.jobs.retain(|id| jobs.contains_key(id));
            !published.jobs.is_empty()
        });
        let mut unheard = Vec::new();
        for (&batch, published) in &mut self.batches {
            if is_held(batch) && now.saturating_duration_since(published.seen) < CLAIM {
                (published.known, published.missing) = (now, 0);
                published.held.get_or_insert(now);
            }
            let is_due = published.missing > 0 || now.saturating_duration_since(published.known) >= GRACE;
            if let Some(place) = published.place
                && is_due
                && !published.is_asked_for
                && unheard.len() < MOST_QUESTIONS
            {
                published.is_asked_for = true;
                unheard.push((batch, place));
            }
        }
        unheard
    }

    /// Notes whether the server has a batch; `None` if it did not say. Returns the number of republished jobs, and the
    /// jobs that were lost too often for that.
    pub(super) fn checked(
        &mut self,
        now: Instant,
        batch: u64,
        is_there: Option<bool>,
    ) -> (usize, Vec<JobId>) {
        let nothing = (0, Vec::new());
        let Some(published) = self.batches.get_mut(&batch) else { return nothing };
        published.is_asked_for = false;
        let Some(is_there) = is_there else { return nothing };
        if is_there {
            (published.known, published.seen, published.missing) = (now, now, 0);
            return nothing;
        }
        published.missing += 1;
        if published.missing < MISSING {
            return nothing;
        }
        let Some(published) = self.batches.remove(&batch) else { return nothing };
        let mut given_up = Vec::new();
        let mut again = 0;
        for id in published.jobs.into_iter().filter(|id| self.jobs.contains_key(id)).collect::<Vec<_>>() {
            if self.is_given_up(id) {
                given_up.push(id);
            } else {
                again += 1;
                self.publish_again(id);
            }
        }
        (again, given_up)
    }

    /// Notes the recent slot time per match.
    pub(super) fn paced(&mut self, pace: Duration) {
        self.pace = Some(pace);
    }

    /// Number of jobs that make about a second of work.
    pub(super) fn batch_size(&self) -> usize {
        let Some(pace) = self.pace.filter(|_| !self.is_one_by_one) else { return 1 };
        let jobs = BATCH.as_nanos() / pace.as_nanos().max(1);
        (jobs as usize).clamp(1, MOST_JOBS)
    }
}

#[cfg(test)]
mod tests;
