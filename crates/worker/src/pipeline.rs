//! A slot's jobs. A worker has the next ones in its pipe while it plays one, so that neither side waits for the
//! other.

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
use crate::match_durations::MatchNumbers;
use crate::message::WorkerAnswer;
use crate::shared::Shared;
use crate::worker::{Worker, accepted, replies};

/// Maximum number of jobs that a worker has at the same time.
pub(crate) const JOBS: usize = 64;
/// Maximum bytes of unanswered orders. The smallest pipe holds them, so that the parent never waits for a worker to
/// read while the worker waits for the parent.
const BYTES: usize = 4096;
/// Once the queued jobs are expected to take this long, no others are queued. No match is queued behind one that
/// takes longer.
const AHEAD: Duration = Duration::from_millis(4);

/// Jobs of a slot, in order. A worker that is lost or fails to play a match is replaced. That match is void, and the
/// new worker plays the remaining ones.
pub(crate) struct Jobs {
    shared: Arc<Shared>,
    worker: Option<Worker>,
    begun: VecDeque<Job>,
    /// The first of them, which are queued for the worker.
    queue: VecDeque<QueuedJob>,
    /// Expected total duration of the queued jobs, as far as it is known.
    ahead: Duration,
    /// Number of bytes of their orders.
    bytes: usize,
    /// The last of those bytes, which are not sent yet.
    unsent: Vec<u8>,
}

/// A job that is queued for a worker.
struct QueuedJob {
    who: MatchNumbers,
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

    /// Returns `true` if the queue is full for now. No job is queued behind one of unknown duration.
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
            // A worker with too little left is replaced after it has played its queue.
            let modules: Vec<_> = job.modules().collect();
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
                // The job is queued when nothing else is. Its terms and seats are dropped with it, and sent again
                // then.
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

    /// Waits for the worker's next answers.
    fn next(&mut self, finished: &mut Vec<Finished>) -> Result<(), WorkerError> {
        let Some(first) = self.begun.front() else { return Ok(()) };
        let need = Need::of_match(&first.terms.limits);
        if self.queue.is_empty() {
            let modules: Vec<_> = first.modules().collect();
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
                WorkerAnswer::Played { record, nanos } => {
                    worker.paces.count(queued.who, Duration::from_nanos(nanos));
                    accepted(job, *record)?
                }
                // A new worker may succeed.
                WorkerAnswer::Failed(why) => return Err(WorkerError::Failed(why)),
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

    /// Takes back the jobs of the worker, which is lost.
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
        // An order that cannot be queued now fails once it is the first.
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
