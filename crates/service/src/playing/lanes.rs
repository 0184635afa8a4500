//! One executor shared by several players, so that short work does not wait for long work.
//!
//! Each player has a [`Lane`], which is itself an executor. Jobs are scheduled by weight: a lane of twice the weight
//! plays twice as many jobs, while both have any. A job with precedence goes ahead of jobs that have not begun.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::Duration;

use job::{Executor, ExecutorError, Finished, Job, JobId};

/// Maximum time to wait for results before looking for new jobs.
const PATIENCE: Duration = Duration::from_millis(5);
/// Amount by which a job of weight 1 advances its lane.
const STRIDE: u64 = 1 << 20;

/// Opens lanes on a shared executor.
pub(crate) struct Lanes {
    requests: Sender<Request>,
    width: usize,
    missing: Vec<String>,
}

/// The shared executor itself, served by one thread.
pub(crate) struct SharedExecutor<'e> {
    executor: &'e dyn Executor,
    requests: Receiver<Request>,
    lanes: BTreeMap<u64, LaneState>,
    /// Jobs held by the executor, with their lanes. The jobs are kept in case they are taken back.
    out: HashMap<JobId, (u64, Job)>,
}

/// A lane of a shared executor.
pub(crate) struct Lane {
    number: u64,
    requests: Sender<Request>,
    results: Receiver<Finished>,
    width: usize,
    missing: Vec<String>,
}

enum Request {
    Open { lane: u64, weight: u32, results: Sender<Finished> },
    Submit { lane: u64, jobs: Vec<Job> },
    TakeBack { lane: u64, taken: Sender<Vec<JobId>> },
    Close { lane: u64 },
}

struct LaneState {
    weight: u32,
    results: Sender<Finished>,
    /// Number of its jobs held by the executor.
    out: usize,
    /// The lane's virtual time. Each finished job advances it, in inverse proportion to the weight.
    passed: u64,
}

/// Shares an executor. Returns the handle that opens lanes, and the executor to serve.
pub(crate) fn share(executor: &dyn Executor) -> (Lanes, SharedExecutor<'_>) {
    let (sender, requests) = mpsc::channel();
    let lanes = Lanes { requests: sender, width: executor.width(), missing: executor.missing_protections() };
    (lanes, SharedExecutor { executor, requests, lanes: BTreeMap::new(), out: HashMap::new() })
}

impl Lanes {
    /// Opens a lane with a unique number and a weight.
    pub(crate) fn open(&self, number: u64, weight: u32) -> Lane {
        let (sender, results) = mpsc::channel();
        // If the executor is no longer served, using the lane reports that.
        drop(self.requests.send(Request::Open { lane: number, weight: weight.max(1), results: sender }));
        let requests = self.requests.clone();
        Lane { number, requests, results, width: self.width, missing: self.missing.clone() }
    }
}

impl Executor for Lane {
    fn width(&self) -> usize {
        self.width
    }

    fn missing_protections(&self) -> Vec<String> {
        self.missing.clone()
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.requests.send(Request::Submit { lane: self.number, jobs }).map_err(|_| lost())
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        let (taken, answer) = mpsc::channel();
        self.requests.send(Request::TakeBack { lane: self.number, taken }).map_err(|_| lost())?;
        answer.recv().map_err(|_| lost())
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let first = match self.results.recv_timeout(patience) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => return Ok(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => return Err(lost()),
        };
        Ok([first].into_iter().chain(self.results.try_iter()).collect())
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        drop(self.requests.send(Request::Close { lane: self.number }));
    }
}

fn lost() -> ExecutorError {
    ExecutorError::new("the shared executor has ended", None)
}

impl SharedExecutor<'_> {
    /// Plays submitted jobs until all senders are gone.
    ///
    /// # Errors
    /// If the executor is lost, and with it all lanes.
    pub(crate) fn serve(mut self) -> Result<(), ExecutorError> {
        loop {
            let request = if self.out.is_empty() {
                self.requests.recv().map_err(|_| TryRecvError::Disconnected)
            } else {
                self.requests.try_recv()
            };
            match request {
                Ok(request) => {
                    self.answer(request)?;
                    continue;
                }
                Err(TryRecvError::Disconnected) => return Ok(()),
                Err(TryRecvError::Empty) => {}
            }
            for finished in self.executor.collect(PATIENCE)? {
                self.deliver(finished);
            }
        }
    }

    fn answer(&mut self, request: Request) -> Result<(), ExecutorError> {
        match request {
            Request::Open { lane, weight, results } => {
                self.lanes.insert(lane, LaneState { weight, results, out: 0, passed: 0 });
            }
            Request::Submit { lane, jobs } => self.submit(lane, jobs)?,
            Request::TakeBack { lane, taken } => {
                let own = self.take_back(lane)?;
                drop(taken.send(own));
            }
            Request::Close { lane } => {
                self.take_back(lane)?;
                self.lanes.remove(&lane);
            }
        }
        Ok(())
    }

    /// Submits the jobs of a lane. They go ahead of jobs of others that have not begun, if it is their turn.
    fn submit(&mut self, lane: u64, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        let active = || self.lanes.iter().filter(|(number, other)| **number != lane && other.out > 0);
        let (weight, behind) = (self.lanes.get(&lane).map_or(1, |own| own.weight), active());
        // An idle lane accumulates no credit.
        let least = behind.map(|(_, other)| other.passed).min();
        let is_to_wait = active().all(|(_, other)| other.weight > weight);
        if let (Some(own), Some(least)) = (self.lanes.get_mut(&lane), least)
            && own.out == 0
        {
            own.passed = own.passed.max(least);
        }
        if is_to_wait {
            return self.hand_on(jobs.into_iter().map(|job| (lane, job)).collect());
        }
        let mut waiting = self.taken_back()?;
        waiting.entry(lane).or_default().extend(jobs);
        let jobs = self.in_turn(waiting);
        self.hand_on(jobs)
    }

    /// Returns the jobs of several lanes in the order of their turns.
    fn in_turn(&self, waiting: BTreeMap<u64, Vec<Job>>) -> Vec<(u64, Job)> {
        let mut turns = Vec::new();
        for (number, jobs) in waiting {
            let (weight, passed) = self.lanes.get(&number).map_or((1, 0), |lane| (lane.weight, lane.passed));
            let stride = STRIDE / u64::from(weight);
            for (place, job) in (1..).zip(jobs) {
                turns.push(((passed + place * stride, Reverse(weight), number, place), (number, job)));
            }
        }
        turns.sort_unstable_by_key(|(turn, _)| *turn);
        turns.into_iter().map(|(_, job)| job).collect()
    }

    fn hand_on(&mut self, jobs: Vec<(u64, Job)>) -> Result<(), ExecutorError> {
        for (lane, job) in &jobs {
            if let Some(lane) = self.lanes.get_mut(lane) {
                lane.out += 1;
            }
            self.out.insert(job.id, (*lane, job.clone()));
        }
        self.executor.submit(jobs.into_iter().map(|(_, job)| job).collect())
    }

    /// Takes back a lane's jobs that have not begun.
    fn take_back(&mut self, lane: u64) -> Result<Vec<JobId>, ExecutorError> {
        let mut waiting = self.taken_back()?;
        let own = waiting.remove(&lane).unwrap_or_default();
        let others = self.in_turn(waiting);
        self.hand_on(others)?;
        Ok(own.into_iter().map(|job| job.id).collect())
    }

    /// Takes back all jobs that have not begun: by lane, each in the order of submission.
    fn taken_back(&mut self) -> Result<BTreeMap<u64, Vec<Job>>, ExecutorError> {
        let mut taken: BTreeMap<u64, Vec<Job>> = BTreeMap::new();
        for id in self.executor.take_back()? {
            let Some((number, job)) = self.out.remove(&id) else { continue };
            if let Some(lane) = self.lanes.get_mut(&number) {
                lane.out -= 1;
            }
            taken.entry(number).or_default().push(job);
        }
        // An executor may return them in another order. Later jobs have larger ids.
        for jobs in taken.values_mut() {
            jobs.sort_by_key(|job| job.id);
        }
        Ok(taken)
    }

    fn deliver(&mut self, finished: Finished) {
        let Some((number, _)) = self.out.remove(&finished.id) else { return };
        // The lane was closed.
        let Some(lane) = self.lanes.get_mut(&number) else { return };
        lane.out -= 1;
        lane.passed += STRIDE / u64::from(lane.weight);
        drop(lane.results.send(finished));
    }
}

#[cfg(test)]
mod tests;
