//! The executor of a single machine: threads of this process that play jobs.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use game::Game;
use hash::Hash;
use job::{Executor, ExecutorError, Finished, Job, JobId};
use referee::{HostFailure, Record};

use crate::job_runner::JobRunner;
use crate::validator::LocalValidator;

/// Maximum number of jobs that a slot takes at a time. The games of a pairing follow one another in the queue. On the
/// same slot, the second game reuses the memory that the first has set up for both bots.
const HANDFUL: usize = 16;
/// Maximum time for which a slot collects results before it sends them.
const HAND_OVER: Duration = Duration::from_millis(4);

/// Slots, each a thread, that take jobs in order from a shared queue. An exclusive job (`alone`) waits until all slots
/// are idle, and all other jobs wait until it ends.
pub struct LocalThreads {
    queue: Arc<Queue>,
    results: Receiver<Vec<Finished>>,
    threads: Vec<JoinHandle<()>>,
}

struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
    stop: AtomicBool,
    /// The jobs that each slot has taken and not begun. To lock one together with the state, lock the state first.
    hands: Vec<Mutex<VecDeque<Job>>>,
}

#[derive(Default)]
struct QueueState {
    jobs: VecDeque<Job>,
    /// Number of slots that have jobs.
    busy: usize,
    /// `true` if one of them is playing an exclusive job.
    is_alone: bool,
    is_closed: bool,
}

impl LocalThreads {
    /// Starts the given number of threads, but at least one. They play admitted modules for as long as the caller holds
    /// them.
    ///
    /// # Errors
    /// Returns an error if the operating system refuses a thread.
    pub fn start(
        slots: usize,
        validator: &LocalValidator,
        games: &[&'static dyn Game],
    ) -> std::io::Result<LocalThreads> {
        LocalThreads::playing(slots, &|| {
            let mut runner = JobRunner::new(validator.clone(), games);
            let nowhere: BTreeMap<Hash, Arc<[u8]>> = BTreeMap::new();
            Box::new(move |job, stop| Ok(runner.play(job, &nowhere, |_| !stop.load(Ordering::Relaxed))?))
        })
    }

    /// Starts threads that play jobs with the function from `each`.
    ///
    /// # Errors
    /// Returns an error if the operating system refuses a thread.
    pub fn playing(slots: usize, each: &dyn Fn() -> Box<PlayJob>) -> std::io::Result<LocalThreads> {
        LocalThreads::pipelined(slots, &|| Box::new(OneByOne { play: each(), job: None }))
    }

    /// Starts threads that play jobs through the pipeline from `each`.
    ///
    /// # Errors
    /// Returns an error if the operating system refuses a thread.
    pub fn pipelined(slots: usize, each: &dyn Fn() -> Box<dyn Pipeline>) -> std::io::Result<LocalThreads> {
        let slots = slots.max(1);
        let queue = Arc::new(Queue {
            state: Mutex::default(),
            changed: Condvar::new(),
            stop: AtomicBool::new(false),
            hands: (0..slots).map(|_| Mutex::default()).collect(),
        });
        let (sender, results) = mpsc::channel();
        let threads = (0..slots)
            .map(|slot| {
                let (queue, mut pipeline, sender) = (Arc::clone(&queue), each(), sender.clone());
                thread::Builder::new()
                    .name(format!("slot {slot}"))
                    .spawn(move || work((&queue, slot), &mut *pipeline, &sender))
            })
            .collect::<std::io::Result<_>>()?;
        Ok(LocalThreads { queue, results, threads })
    }
}

impl Executor for LocalThreads {
    fn width(&self) -> usize {
        self.threads.len()
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.queue.lock().jobs.extend(jobs);
        self.queue.changed.notify_all();
        Ok(())
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        let mut state = self.queue.lock();
        let mut jobs = std::mem::take(&mut state.jobs);
        for slot in 0..self.queue.hands.len() {
            jobs.append(&mut self.queue.hand(slot));
        }
        Ok(jobs.into_iter().map(|job| job.id).collect())
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let mut finished = match self.results.recv_timeout(patience) {
            Ok(finished) => finished,
            Err(RecvTimeoutError::Timeout) => return Ok(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(ExecutorError::new("all threads that play matches have ended", None));
            }
        };
        while let Ok(more) = self.results.try_recv() {
            finished.extend(more);
        }
        Ok(finished)
    }
}

impl Drop for LocalThreads {
    /// Drops queued jobs and matches in progress, and waits for the threads to end.
    fn drop(&mut self) {
        self.queue.stop.store(true, Ordering::Relaxed);
        self.queue.lock().is_closed = true;
        self.queue.changed.notify_all();
        for thread in self.threads.drain(..) {
            // The playing function catches panics of a match.
            drop(thread.join());
        }
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hand(&self, slot: usize) -> MutexGuard<'_, VecDeque<Job>> {
        self.hands[slot].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for jobs and takes some of them. Returns `false` if there will be no more.
    fn wait(&self, slot: usize) -> bool {
        let mut state = self.lock();
        while !state.is_closed && !state.may_take() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closed {
            return false;
        }
        self.take(&mut state, slot);
        state.busy += 1;
        true
    }

    /// Hands the slot's jobs to its pipeline, and takes more, until the pipeline is full or there are no more jobs.
    /// Returns `true` if the pipeline has any.
    fn fill(&self, slot: usize, pipeline: &mut dyn Pipeline) -> bool {
        while !pipeline.is_full() {
            let next = self.hand(slot).pop_front();
            match next {
                Some(job) => pipeline.begin(job),
                None if self.go_on(slot, pipeline.is_empty()) => {}
                None => break,
            }
        }
        !pipeline.is_empty()
    }

    /// Takes more jobs without waiting, after all of the slot's jobs were begun or taken back. Returns `true` if there
    /// were any. If there were none and the slot `has_finished` its jobs, the slot becomes idle. Leaves an exclusive
    /// job to [`wait`](Self::wait), so that the results of earlier jobs are sent first.
    fn go_on(&self, slot: usize, has_finished: bool) -> bool {
        let mut state = self.lock();
        let was_alone = has_finished && std::mem::take(&mut state.is_alone);
        let takes = state.may_take() && state.jobs.front().is_some_and(|next| !next.alone);
        if takes {
            self.take(&mut state, slot);
        } else if has_finished {
            state.busy -= 1;
        }
        drop(state);
        if was_alone {
            self.changed.notify_all();
        }
        takes
    }

    /// Takes the next jobs. It takes fewer at a time as the queue gets shorter, so that no slot has much left to do
    /// when the others are idle.
    fn take(&self, state: &mut QueueState, slot: usize) {
        let together = state.jobs.iter().take(HANDFUL).take_while(|job| !job.alone).count();
        let share = state.jobs.len() / (4 * self.hands.len());
        // An exclusive job is taken only from the front of the queue, without any others.
        let count = share.clamp(1, together.max(1));
        self.hand(slot).extend(state.jobs.drain(..count));
        state.is_alone = together == 0;
    }
}

impl QueueState {
    /// Returns `true` if an idle slot may take the next job.
    fn may_take(&self) -> bool {
        self.jobs.front().is_some_and(|next| !self.is_alone && (!next.alone || self.busy == 0))
    }
}

fn work((queue, slot): (&Queue, usize), pipeline: &mut dyn Pipeline, results: &Sender<Vec<Finished>>) {
    while queue.wait(slot) {
        let mut finished = Vec::new();
        let mut handed_over = Instant::now();
        while queue.fill(slot, pipeline) {
            if pipeline.finish(&mut finished, &queue.stop).is_break() {
                // Results of earlier jobs count if the receiver still exists.
                drop(results.send(finished));
                return;
            }
            if handed_over.elapsed() >= HAND_OVER {
                if results.send(std::mem::take(&mut finished)).is_err() {
                    return;
                }
                handed_over = Instant::now();
            }
        }
        if !finished.is_empty() && results.send(finished).is_err() {
            return;
        }
    }
}

/// Plays a job on a slot. Returns `None` if the flag was set before the match was over.
pub type PlayJob = dyn FnMut(&Job, &AtomicBool) -> Result<Option<Record>, HostFailure> + Send;

/// Plays a slot's jobs in the order in which they begin. Begun jobs are not taken back.
pub trait Pipeline: Send {
    /// Returns `true` if a job must end before another can begin.
    fn is_full(&self) -> bool;

    /// Returns `true` if every begun job has ended.
    fn is_empty(&self) -> bool;

    /// Begins a job.
    fn begin(&mut self, job: Job);

    /// Waits until at least one job has ended, and adds the results. Returns `Break` if the flag was set before that;
    /// the begun jobs have no results then.
    fn finish(&mut self, finished: &mut Vec<Finished>, stop: &AtomicBool) -> ControlFlow<()>;
}

/// A pipeline that plays one job at a time.
struct OneByOne {
    play: Box<PlayJob>,
    job: Option<Job>,
}

impl Pipeline for OneByOne {
    fn is_full(&self) -> bool {
        self.job.is_some()
    }

    fn is_empty(&self) -> bool {
        self.job.is_none()
    }

    fn begin(&mut self, job: Job) {
        self.job = Some(job);
    }

    /// A panic counts as a failure of the host.
    fn finish(&mut self, finished: &mut Vec<Finished>, stop: &AtomicBool) -> ControlFlow<()> {
        let Some(job) = self.job.take() else { return ControlFlow::Continue(()) };
        let play = &mut self.play;
        let result = panic::catch_unwind(AssertUnwindSafe(|| play(&job, stop))).unwrap_or_else(|_| {
            Err(HostFailure::new("the program panicked while it played the match", None))
        });
        let Some(result) = result.transpose() else { return ControlFlow::Break(()) };
        finished.push(Finished::here(job.id, result));
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
