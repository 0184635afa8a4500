//! An executor whose matches take time but no processor.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use job::{Executor, ExecutorError, Finished, Job, JobId};
use referee::Record;

use crate::stub::{Place, played_by};

/// Plays each match in the same time, one per slot at a time.
pub(crate) struct Sleeping {
    slots: usize,
    time: Duration,
    /// Size of the log in each record, in bytes.
    log: usize,
    playing: Arc<Mutex<Playing>>,
}

/// The matches in play and in the queue; shared with the benches for measurement.
#[derive(Default)]
pub(crate) struct Playing {
    queue: VecDeque<(Job, Instant)>,
    /// End times of the matches, earliest first, with their places in `begun`.
    ends: BinaryHeap<Reverse<(Instant, usize)>>,
    begun: Vec<Option<Job>>,
    /// For each free slot, the time since which it is free.
    free: VecDeque<Instant>,
    /// Total time of the matches that have ended.
    ended: Duration,
    /// Time of the last end of a match, and the longest time in which none ended.
    last: Option<Instant>,
    pub(crate) longest_pause: Duration,
}

impl Playing {
    /// Total busy time of the slots.
    pub(crate) fn busy(&self, time: Duration) -> Duration {
        let now = Instant::now();
        let left = self.ends.iter().map(|Reverse((end, _))| end.saturating_duration_since(now));
        self.ended + left.map(|left| time.saturating_sub(left)).sum::<Duration>()
    }

    /// Begins and ends matches exactly on time.
    fn advance(&mut self, time: Duration) -> Vec<Job> {
        let now = Instant::now();
        let mut done = Vec::new();
        loop {
            while let Some(&since) = self.free.front()
                && let Some((job, submitted)) = self.queue.pop_front()
            {
                self.free.pop_front();
                self.ends.push(Reverse((since.max(submitted) + time, self.begun.len())));
                self.begun.push(Some(job));
            }
            let Some(&Reverse((end, place))) = self.ends.peek() else { break };
            if end > now {
                break;
            }
            self.ends.pop();
            self.free.push_back(end);
            self.ended += time;
            let before = self.last.replace(end).unwrap_or(end);
            self.longest_pause = self.longest_pause.max(end.saturating_duration_since(before));
            done.extend(self.begun[place].take());
        }
        if self.ends.is_empty() {
            self.begun.clear();
        }
        done
    }
}

impl Sleeping {
    pub(crate) fn new(slots: usize, time: Duration, log: usize) -> Sleeping {
        let free = std::iter::repeat_n(Instant::now(), slots).collect();
        let playing = Arc::new(Mutex::new(Playing { free, ..Playing::default() }));
        Sleeping { slots, time, log, playing }
    }

    /// The state of the executor, for measurement.
    pub(crate) fn playing(&self) -> Arc<Mutex<Playing>> {
        Arc::clone(&self.playing)
    }

    fn record(&self, job: &Job) -> Record {
        let mut record = played_by(job, Place::Worker);
        record.closings.0[1].log = vec![b'.'; self.log];
        record
    }
}

impl Executor for Sleeping {
    fn width(&self) -> usize {
        self.slots
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        let now = Instant::now();
        self.playing.lock().unwrap().queue.extend(jobs.into_iter().map(|job| (job, now)));
        Ok(())
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        Ok(self.playing.lock().unwrap().queue.drain(..).map(|(job, _)| job.id).collect())
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let deadline = Instant::now() + patience;
        loop {
            let mut playing = self.playing.lock().unwrap();
            let done = playing.advance(self.time);
            let next = playing.ends.peek().map(|Reverse((end, _))| *end);
            drop(playing);
            if !done.is_empty() || Instant::now() >= deadline {
                let finished = |job: Job| Finished::here(job.id, Ok(self.record(&job)));
                return Ok(done.into_iter().map(finished).collect());
            }
            let until = next.map_or(deadline, |next| next.min(deadline));
            thread::sleep(until.saturating_duration_since(Instant::now()));
        }
    }
}
