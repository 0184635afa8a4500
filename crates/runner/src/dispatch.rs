//! The one loop that plays matches: for a stage, a sequential test or a verification.
//!
//! An [`Agenda`] provides the matches and takes the results; the loop submits jobs to an executor and handles failures.
//! A match at which the host failed is void and is retried, up to three tries in all, the last one with no other match
//! beside it. After that, it is set aside and the other matches continue. A match in which a bot exceeded the CPU guard
//! is played once more, alone too. Matches that are played alone wait until nothing else is left to play ([`Repeats`]).
//!
//! In reading order: [`Agenda`], [`Incident`]; [`dispatch`]; matches that are played again.

mod agenda;
mod batch;
mod repeats;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use explain::with_causes;
use job::{Executor, ExecutorError, Finished, JobId, TRIES};
use tournament::MatchKey;

pub(crate) use self::agenda::{Agenda, Incident};
use self::batch::Batch;
pub(crate) use self::repeats::slow_loss;
use self::repeats::{RepeatLimits, Repeats};
use crate::error::RunError;
use crate::event::{Ending, VoidMatch};
use crate::match_job::MatchJob;

/// Maximum time to wait for results before checking `stop` again, and maximum time for which results stay uncommitted.
const PATIENCE: Duration = Duration::from_millis(50);

/// Plays the matches of an agenda, until it is over or `stop` is set. If the host fails three times at a match, all
/// matches that do not depend on it are played, unless it fails at [too many](Agenda::MOST_SET_ASIDE).
///
/// # Errors
/// When the agenda rejects a result, or the executor is lost. Results that were collected before the loss are
/// committed.
pub(crate) fn dispatch<A: Agenda>(
    executor: &dyn Executor,
    agenda: &mut A,
    stop: &AtomicBool,
) -> Result<Ending, RunError> {
    Dispatcher::new(executor, RepeatLimits::default()).play(agenda, stop)
}

/// The jobs of an agenda that have no result yet.
struct Dispatcher<'a> {
    executor: &'a dyn Executor,
    /// Jobs that the executor has. Results are matched to their jobs here, without relying on the executor.
    out: BTreeMap<JobId, MatchJob>,
    /// Jobs that the executor has given back, to be submitted again.
    backlog: VecDeque<MatchJob>,
    repeats: Repeats,
    /// `true` if so many matches wait for their last try that they come first: the host would probably fail at the
    /// rest, too.
    is_troubled: bool,
    /// Number of consecutive failures of the host at a match. Any result resets the count: after one in which a bot was
    /// slow, the second playing has as many tries of its own.
    failed: BTreeMap<MatchKey, u32>,
    set_aside: Vec<VoidMatch>,
    /// Jobs whose results were collected and may not be committed yet.
    collected: Vec<JobId>,
    /// The matches that each worker of a fleet has played.
    played_by: BTreeMap<Arc<str>, Vec<MatchKey>>,
    /// The workers whose results are ignored.
    exposed: BTreeSet<Arc<str>>,
}

/// Tells whether more jobs can be requested immediately.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QueueRoom {
    Left,
    Used,
}

impl<'a> Dispatcher<'a> {
    fn new(executor: &'a dyn Executor, bound: RepeatLimits) -> Dispatcher<'a> {
        Dispatcher {
            executor,
            out: BTreeMap::new(),
            backlog: VecDeque::new(),
            repeats: Repeats::within(bound),
            is_troubled: false,
            failed: BTreeMap::new(),
            set_aside: Vec::new(),
            collected: Vec::new(),
            played_by: BTreeMap::new(),
            exposed: BTreeSet::new(),
        }
    }

    fn play<A: Agenda>(mut self, agenda: &mut A, stop: &AtomicBool) -> Result<Ending, RunError> {
        let mut uncommitted = 0;
        let mut committed = Instant::now();
        loop {
            let stopping = stop.load(Ordering::Relaxed);
            let room = if stopping { QueueRoom::Used } else { self.fill(agenda)? };
            let is_idle = self.out.is_empty() && self.backlog.is_empty() && self.repeats.is_empty();
            let patience =
                if stopping || is_idle || room == QueueRoom::Left { Duration::ZERO } else { PATIENCE };
            uncommitted += self.take(agenda, patience)?;
            // A commit waits for the disk, so as long as there is more to request, many results are committed together.
            if room == QueueRoom::Left && uncommitted < A::GROUP && committed.elapsed() < PATIENCE {
                continue;
            }
            agenda.commit()?;
            if !self.collected.is_empty() {
                self.executor.recorded(&std::mem::take(&mut self.collected));
            }
            uncommitted = 0;
            committed = Instant::now();
            if let Some(ending) = self.ending(agenda, stopping, is_idle) {
                // Jobs that have begun are played to the end, and their results are ignored. A lost executor has
                // nothing to give back.
                drop(self.executor.take_back());
                return Ok(ending);
            }
        }
    }

    /// Returns the way in which playing ends; `None` if it goes on.
    fn ending<A: Agenda>(&mut self, agenda: &mut A, stopping: bool, is_idle: bool) -> Option<Ending> {
        if agenda.is_over(self.out.len()) {
            return Some(Ending::Complete);
        }
        if stopping {
            return Some(Ending::Interrupted);
        }
        if self.set_aside.is_empty() {
            return is_idle.then_some(Ending::Complete);
        }
        let gives_up = self.set_aside.len() >= A::MOST_SET_ASIDE;
        (is_idle || gives_up).then(|| {
            self.set_aside.sort_by_key(|void| void.key);
            Ending::HostFailed { matches: std::mem::take(&mut self.set_aside) }
        })
    }

    /// Submits jobs while the executor has room. Jobs to be played alone are submitted when there is nothing else to
    /// play.
    fn fill<A: Agenda>(&mut self, agenda: &mut A) -> Result<QueueRoom, RunError> {
        let room = agenda.ahead(self.executor.width()).saturating_sub(self.out.len());
        if room == 0 || self.is_alone() {
            return Ok(QueueRoom::Used);
        }
        self.is_troubled &= self.repeats.last_tries() > 0;
        let jobs = if self.is_troubled { Vec::new() } else { self.next_jobs(room, agenda)? };
        if !jobs.is_empty() {
            let left = if jobs.len() < room { QueueRoom::Left } else { QueueRoom::Used };
            self.submit(jobs, agenda)?;
            return Ok(left);
        }
        if self.out.is_empty()
            && let Some(job) = self.repeats.next()
        {
            self.submit(vec![job], agenda)?;
        }
        Ok(QueueRoom::Used)
    }

    fn next_jobs<A: Agenda>(&mut self, room: usize, agenda: &mut A) -> Result<Vec<MatchJob>, RunError> {
        if self.backlog.is_empty() {
            return agenda.next_jobs(room);
        }
        let count = room.min(self.backlog.len());
        Ok(self.backlog.drain(..count).collect())
    }

    /// Returns `true` if a match is being played alone. Until it ends, no other jobs are requested.
    fn is_alone(&self) -> bool {
        self.out.len() == 1 && self.out.values().all(MatchJob::is_alone)
    }

    /// Waits for results and passes them to the agenda. Returns the number of matches played.
    fn take<A: Agenda>(&mut self, agenda: &mut A, patience: Duration) -> Result<usize, RunError> {
        let mut batch = Batch::default();
        for slow in self.repeats.take_settled() {
            batch.count(slow);
        }
        if !self.out.is_empty() {
            let patience = if batch.played.is_empty() { patience } else { Duration::ZERO };
            for finished in or_commit(self.executor.collect(patience), agenda)? {
                self.collected.push(finished.id);
                self.judge(finished, &mut batch);
            }
            for exposed in self.executor.exposed() {
                let matches = self.played_by.remove(&exposed.worker).unwrap_or_default();
                agenda.expose(&exposed, &matches)?;
                self.exposed.insert(exposed.worker);
            }
        }
        for incident in &batch.incidents {
            agenda.note(incident)?;
        }
        let played = batch.played.len();
        agenda.take(batch.played)?;
        if !batch.again.is_empty() {
            self.submit(batch.again, agenda)?;
        }
        if !self.is_troubled && self.repeats.last_tries() >= A::MOST_SET_ASIDE {
            self.is_troubled = true;
            self.take_back(agenda)?;
        }
        Ok(played)
    }

    /// Takes back the jobs that have not begun, to submit them again later.
    fn take_back<A: Agenda>(&mut self, agenda: &mut A) -> Result<(), RunError> {
        let given_back = or_commit(self.executor.take_back(), agenda)?;
        self.backlog.extend(given_back.iter().filter_map(|id| self.out.remove(id)));
        Ok(())
    }

    fn submit<A: Agenda>(&mut self, jobs: Vec<MatchJob>, agenda: &mut A) -> Result<(), RunError> {
        let submitted = jobs.iter().map(|job| job.job.clone()).collect();
        self.out.extend(jobs.into_iter().map(|job| (job.id(), job)));
        or_commit(self.executor.submit(submitted), agenda)
    }

    fn judge(&mut self, Finished { id, result, worker }: Finished, batch: &mut Batch) {
        // The result came after the job was taken back, is a duplicate, or belongs to an earlier user of the executor.
        let Some(job) = self.out.remove(&id) else { return };
        // The result was in transit when its worker was exposed.
        if worker.as_ref().is_some_and(|worker| self.exposed.contains(worker)) {
            batch.again.push(job.again());
            return;
        }
        let (key, is_alone) = (job.key, job.is_alone());
        if is_alone {
            self.repeats.charge();
        }
        if result.is_ok() {
            self.failed.remove(&key);
            if let Some(worker) = worker {
                self.played_by.entry(worker).or_default().push(key);
            }
        }
        match result {
            Ok(record) if is_alone => batch.played.push((job, record)),
            Ok(record) => {
                if let Some((job, record)) = self.repeats.hold_if_slow(job, record, batch) {
                    batch.played.push((job, record));
                }
            }
            Err(error) => {
                let tries = self.failed.entry(key).or_default();
                *tries += 1;
                let (why, tries) = (with_causes(&error), *tries);
                let is_last = tries >= TRIES;
                batch.incidents.push(Incident::Void { key, why: why.as_str().into(), tries, is_last });
                if is_last {
                    self.set_aside.push(VoidMatch { key, why });
                } else if tries + 1 == TRIES && !is_alone {
                    self.repeats.hold_for_last_try(job);
                } else {
                    batch.again.push(job.again());
                }
            }
        }
    }
}

/// Commits the results collected so far if the executor is lost, and passes the error on.
fn or_commit<T, A: Agenda>(result: Result<T, ExecutorError>, agenda: &mut A) -> Result<T, RunError> {
    result.or_else(|lost| {
        agenda.commit()?;
        Err(lost.into())
    })
}

#[cfg(test)]
mod tests;
