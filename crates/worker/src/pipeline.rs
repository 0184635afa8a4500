//! A slot's jobs: a worker has the next ones in its pipe while it plays one, so that neither waits for the other.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use job::{Finished, Job};
use play::Pipeline;
use referee::HostFailure;

use crate::WorkerError;
use crate::allowance::Need;
use crate::frame::{self, MOST_TO_WORKER};
use crate::message::Answer;
use crate::pace::Who;
use crate::shared::Shared;
use crate::worker::{Worker, accepted, modules_of, replies};

/// Jobs that a worker has at one time.
pub(crate) const JOBS: usize = 64;
/// Bytes of orders that it has not answered: no more than the smallest pipe takes, so that the parent never waits for a worker
/// to read while that one waits for the parent.
const BYTES: usize = 4096;
/// Once its jobs are expected to take this long, no others are queued. A match that takes longer has none behind it.
const AHEAD: Duration = Duration::from_millis(4);

/// Jobs of a slot, in order. A lost worker, or one that failed to play a match, is replaced. That match is void, and the new
/// worker plays the remaining ones.
pub(crate) struct Jobs {
    shared: Arc<Shared>,
    worker: Option<Worker>,
    begun: VecDeque<Job>,
    /// Those of them that are queued for the worker, which are the first.
    queue: VecDeque<QueuedJob>,
    /// How long those are expected to take together, as far as that is known.
    ahead: Duration,
    /// The bytes of their orders.
    bytes: usize,
    /// The last of those bytes, which are not sent yet.
    unsent: Vec<u8>,
}

/// A job that is queued for a worker.
struct QueuedJob {
    who: Who,
    bytes: usize,
    expected: Option<Duration>,
}

impl Jobs {
    pub(crate) fn new(shared: Arc<Shared>) -> Jobs {
        Jobs {
            shared,
            worker: None,
            begun: VecDeque::new(),
            queue: VecDeque::new(),
            ahead: Duration::ZERO,
            bytes: 0,
            unsent: Vec::new(),
        }
    }

    /// Whether the queue is full for now. Nothing is queued behind a job that may take any time.
    fn is_busy(&self) -> bool {
        let is_unknown = self.queue.back().is_some_and(|last| last.expected.is_none());
        is_unknown || self.queue.len() >= JOBS || self.ahead >= AHEAD
    }

    /// Queues jobs for the worker, if there is one. [`Jobs::next`] sends their orders.
    fn fill_queue(&mut self) -> Result<(), WorkerError> {
        while !self.is_busy() {
            let (Some(worker), Some(job)) = (&mut self.worker, self.begun.get(self.queue.len())) else {
                break;
            };
            // A worker that has too little left is replaced when it has played what it has.
            let modules = modules_of(job);
            if !worker.fits(Need::of_match(&job.terms.limits), &modules) {
                break;
            }
            let sent = self.unsent.len();
            let (orders, who) = worker.playing(job);
            let expected = worker.paces.expected(who);
            let unsent = &mut self.unsent;
            let written = orders.iter().try_for_each(|order| frame::append(unsent, order, MOST_TO_WORKER));
            let bytes = self.unsent.len() - sent;
            let is_first = self.queue.is_empty();
            if written.is_err() || (!is_first && self.bytes + bytes > BYTES) {
                // It is queued when nothing else is. Its terms and seats are dropped with it, and sent again then.
                worker.forget();
                self.unsent.truncate(sent);
                return if is_first { written.map_err(WorkerError::Order) } else { Ok(()) };
            }
            worker.count(modules);
            self.bytes += bytes;
            self.ahead += expected.unwrap_or_default();
            self.queue.push_back(QueuedJob { who, bytes, expected });
        }
        Ok(())
    }

    /// Waits for a worker's next answers.
    fn next(&mut self, finished: &mut Vec<Finished>) -> Result<(), WorkerError> {
        let Some(first) = self.begun.front() else { return Ok(()) };
        let need = Need::of_match(&first.terms.limits);
        if self.queue.is_empty() {
            let modules = modules_of(first);
            if !self.worker.as_ref().is_some_and(|worker| worker.fits(need, &modules)) {
                self.worker = None;
                self.worker = Some(Worker::start(&self.shared, need)?);
            }
            self.fill_queue()?;
        }
        let Some(worker) = &mut self.worker else { return Ok(()) };
        worker.process.expect_answer(need);
        worker.process.send(&self.unsent)?;
        self.unsent.clear();
        let begun = Instant::now();
        while let (Some(job), Some(queued)) = (self.begun.front(), self.queue.front()) {
            let record = match worker.process.receive(&mut replies(&self.shared))? {
                Answer::Played { record, nanos } => {
                    worker.paces.count(queued.who, Duration::from_nanos(nanos));
                    accepted(job, *record)?
                }
                // A new worker may succeed.
                Answer::Failed(why) => return Err(WorkerError::Failed(why)),
                other => return Err(worker.process.breach(&other)),
            };
            finished.push(Finished::here(job.id, Ok(record)));
            self.ahead -= queued.expected.unwrap_or_default();
            self.bytes -= queued.bytes;
            self.begun.pop_front();
            self.queue.pop_front();
            if !worker.process.has_answer() {
                break;
            }
        }
        worker.process.has_answered(begun.elapsed());
        self.fill_queue()
    }

    /// Takes back what the worker has, which is lost.
    fn lose_worker(&mut self) {
        self.worker = None;
        self.queue.clear();
        self.unsent.clear();
        (self.ahead, self.bytes) = (Duration::ZERO, 0);
    }
}

impl Pipeline for Jobs {
    fn is_full(&self) -> bool {
        self.begun.len() > self.queue.len() || self.is_busy()
    }

    fn is_empty(&self) -> bool {
        self.begun.is_empty()
    }

    fn begin(&mut self, job: Job) {
        self.begun.push_back(job);
        // An order that cannot be queued now fails when it is the first.
        drop(self.fill_queue());
    }

    fn finish(&mut self, finished: &mut Vec<Finished>, stop: &AtomicBool) -> ControlFlow<()> {
        let next = panic::catch_unwind(AssertUnwindSafe(|| self.next(finished)));
        let next = next.unwrap_or_else(|_| Err(WorkerError::Failed("the program panicked".to_owned())));
        let Err(error) = next else { return ControlFlow::Continue(()) };
        self.lose_worker();
        if stop.load(Ordering::Relaxed) || self.shared.watch.is_over() {
            return ControlFlow::Break(());
        }
        if let WorkerError::Lost { .. } | WorkerError::Breach(_) = error {
            tracing::warn!(%error, "the match is void");
        }
        if let Some(job) = self.begun.pop_front() {
            finished.push(Finished::here(job.id, Err(not_played(error))));
        }
        ControlFlow::Continue(())
    }
}

fn not_played(error: WorkerError) -> HostFailure {
    HostFailure::new("the job was not played", Some(error.into()))
}
