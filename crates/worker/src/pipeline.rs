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
use crate::worker::{Worker, accepted, replies};

/// Jobs that a worker has at one time.
const JOBS: usize = 64;
/// Bytes of orders that it has not answered: no more than the smallest pipe takes, so that the parent never waits for a worker
/// to read while that one waits for the parent.
const BYTES: usize = 4096;
/// Once its jobs are expected to take this long, it gets no others. A match that takes longer has none behind it.
const AHEAD: Duration = Duration::from_millis(4);

/// Jobs of a slot, in order. A worker that is lost is replaced: the match that it had begun is void, and the others are given
/// to the next one.
pub(crate) struct Jobs {
    shared: Arc<Shared>,
    worker: Option<Worker>,
    begun: VecDeque<Job>,
    /// What the worker was told of the first of them.
    given: VecDeque<Given>,
    /// How long those are expected to take together, as far as that is known.
    ahead: Duration,
    /// The bytes of their orders.
    bytes: usize,
    /// The last of those bytes, which were not sent so far.
    unsent: Vec<u8>,
}

/// A job that a worker has.
struct Given {
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
            given: VecDeque::new(),
            ahead: Duration::ZERO,
            bytes: 0,
            unsent: Vec::new(),
        }
    }

    /// Whether the worker gets no other job for now. One that may take any time is the last that it gets.
    fn is_busy(&self) -> bool {
        let is_unknown = self.given.back().is_some_and(|given| given.expected.is_none());
        is_unknown || self.given.len() >= JOBS || self.ahead >= AHEAD
    }

    /// Gives jobs to the worker, if there is one. They are sent later.
    fn give(&mut self) -> Result<(), WorkerError> {
        while !self.is_busy() {
            let (Some(worker), Some(job)) = (&mut self.worker, self.begun.get(self.given.len())) else {
                break;
            };
            // A worker that has too little left is replaced when it has played what it has.
            if !worker.process.fits(Need::of_match(&job.terms.limits)) {
                break;
            }
            let sent = self.unsent.len();
            let (orders, who) = worker.playing(job);
            let expected = worker.paces.expected(who);
            let unsent = &mut self.unsent;
            let written = orders.iter().try_for_each(|order| frame::append(unsent, order, MOST_TO_WORKER));
            let bytes = self.unsent.len() - sent;
            let is_first = self.given.is_empty();
            if written.is_err() || (!is_first && self.bytes + bytes > BYTES) {
                // It is given alone. Until then the worker is not told what it was to be told for it.
                worker.forget();
                self.unsent.truncate(sent);
                return if is_first { written.map_err(WorkerError::Order) } else { Ok(()) };
            }
            self.bytes += bytes;
            self.ahead += expected.unwrap_or_default();
            self.given.push_back(Given { who, bytes, expected });
        }
        Ok(())
    }

    /// Waits for a worker's next answers.
    fn next(&mut self, finished: &mut Vec<Finished>) -> Result<(), WorkerError> {
        let Some(first) = self.begun.front() else { return Ok(()) };
        let need = Need::of_match(&first.terms.limits);
        if self.given.is_empty() {
            if !self.worker.as_ref().is_some_and(|worker| worker.process.fits(need)) {
                self.worker = None;
                self.worker = Some(Worker::start(&self.shared, need)?);
            }
            self.give()?;
        }
        let Some(worker) = &mut self.worker else { return Ok(()) };
        worker.process.expect_answer(need);
        worker.process.send(&self.unsent)?;
        self.unsent.clear();
        let begun = Instant::now();
        while let (Some(job), Some(given)) = (self.begun.front(), self.given.front()) {
            let result = match worker.process.receive(&mut replies(&self.shared))? {
                Answer::Played { record, nanos } => {
                    worker.paces.count(given.who, Duration::from_nanos(nanos));
                    Ok(accepted(job, *record)?)
                }
                Answer::Failed(why) => Err(not_played(WorkerError::Failed(why))),
                other => return Err(worker.process.breach(&other)),
            };
            finished.push(Finished { id: job.id, result });
            self.ahead -= given.expected.unwrap_or_default();
            self.bytes -= given.bytes;
            self.begun.pop_front();
            self.given.pop_front();
            if !worker.process.has_answer() {
                break;
            }
        }
        worker.process.has_answered(begun.elapsed());
        self.give()
    }

    /// Takes back what the worker has, which is lost.
    fn lose_worker(&mut self) {
        self.worker = None;
        self.given.clear();
        self.unsent.clear();
        (self.ahead, self.bytes) = (Duration::ZERO, 0);
    }
}

impl Pipeline for Jobs {
    fn is_full(&self) -> bool {
        self.begun.len() > self.given.len() || self.is_busy()
    }

    fn is_empty(&self) -> bool {
        self.begun.is_empty()
    }

    fn begin(&mut self, job: Job) {
        self.begun.push_back(job);
        // What cannot be given now is the first one's failure later.
        drop(self.give());
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
            finished.push(Finished { id: job.id, result: Err(not_played(error)) });
        }
        ControlFlow::Continue(())
    }
}

fn not_played(error: WorkerError) -> HostFailure {
    HostFailure::new("the job was not played", Some(error.into()))
}
