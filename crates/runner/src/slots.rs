//! The pool of threads that play jobs.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use referee::{HostFailure, Record};

use crate::job::{MatchJob, Roster};

/// A job with what came of it.
pub struct Finished {
    /// The job.
    pub job: MatchJob,
    /// Its record; `Err` when the host failed and the match is void.
    pub result: Result<Record, HostFailure>,
}

/// How a job is played, on a slot's own thread: `None` when the flag was set before the match was over.
pub(crate) type Playing = dyn Fn(&MatchJob, &AtomicBool) -> Result<Option<Record>, HostFailure> + Send + Sync;

/// Jobs that a slot takes at one time at most. The games of a pairing stand behind one another in the queue: on one
/// slot the second finds the memory of both bots as the first has left it, ready for them.
const HANDFUL: usize = 16;
/// How long a slot keeps results to itself before it hands them over together.
const HAND_OVER: Duration = Duration::from_millis(4);

/// N threads that take jobs from one queue and give results in whatever order they come.
pub struct Slots {
    queue: Arc<Queue>,
    results: Receiver<Vec<Finished>>,
    threads: Vec<JoinHandle<()>>,
}

struct Queue {
    state: Mutex<QueueState>,
    arrived: Condvar,
    stop: AtomicBool,
    slots: usize,
}

#[derive(Default)]
struct QueueState {
    jobs: VecDeque<MatchJob>,
    closed: bool,
}

impl Slots {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the operating system refuses a thread.
    pub fn start(count: usize, roster: &Arc<Roster>) -> std::io::Result<Slots> {
        let roster = Arc::clone(roster);
        let playing =
            move |job: &MatchJob, stop: &AtomicBool| roster.play(job, |_| !stop.load(Ordering::Relaxed));
        Slots::playing(count, &(Arc::new(playing) as _))
    }

    /// Starts threads that play jobs in this way.
    pub(crate) fn playing(count: usize, playing: &Arc<Playing>) -> std::io::Result<Slots> {
        let queue = Arc::new(Queue {
            state: Mutex::default(),
            arrived: Condvar::new(),
            stop: AtomicBool::new(false),
            slots: count.max(1),
        });
        let (sender, results) = mpsc::channel();
        let threads = (0..count.max(1))
            .map(|slot| {
                let (queue, playing, sender) = (Arc::clone(&queue), Arc::clone(playing), sender.clone());
                thread::Builder::new()
                    .name(format!("slot {slot}"))
                    .spawn(move || work(&queue, &*playing, &sender))
            })
            .collect::<std::io::Result<_>>()?;
        Ok(Slots { queue, results, threads })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.threads.len()
    }

    /// Adds jobs to the queue.
    pub fn submit(&self, jobs: impl IntoIterator<Item = MatchJob>) {
        let mut state = self.queue.lock();
        state.jobs.extend(jobs);
        drop(state);
        self.queue.arrived.notify_all();
    }

    /// Takes back the jobs that no slot has taken, and gives their number.
    pub fn take_back(&self) -> usize {
        std::mem::take(&mut self.queue.lock().jobs).len()
    }

    /// Waits for results, at most so long. Gives them in the order they came, which means nothing; none when
    /// the time passed first.
    pub fn collect(&self, patience: Duration) -> Vec<Finished> {
        let Ok(mut finished) = self.results.recv_timeout(patience) else { return Vec::new() };
        while let Ok(more) = self.results.try_recv() {
            finished.extend(more);
        }
        finished
    }
}

impl Drop for Slots {
    /// Drops what is queued and what is being played, and waits for the threads.
    fn drop(&mut self) {
        self.queue.stop.store(true, Ordering::Relaxed);
        self.queue.lock().closed = true;
        self.queue.arrived.notify_all();
        for thread in self.threads.drain(..) {
            // Panics of a match are caught where it is played; there is nothing to say here.
            drop(thread.join());
        }
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next jobs without waiting: fewer at a time as the queue runs out, so that no slot is left with much to do
    /// when the others have nothing.
    fn take(&self, jobs: &mut VecDeque<MatchJob>) {
        let mut state = self.lock();
        let share = state.jobs.len() / (4 * self.slots);
        let count = share.clamp(1, HANDFUL).min(state.jobs.len());
        jobs.extend(state.jobs.drain(..count));
    }

    /// Waits until there may be a job. `false` when there will be none.
    fn wait(&self) -> bool {
        let mut state = self.lock();
        while state.jobs.is_empty() && !state.closed {
            state = self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !state.jobs.is_empty()
    }
}

fn work(queue: &Queue, playing: &Playing, results: &Sender<Vec<Finished>>) {
    let mut jobs = VecDeque::with_capacity(HANDFUL);
    while queue.wait() {
        let mut finished = Vec::new();
        let mut handed_over = Instant::now();
        loop {
            if jobs.is_empty() {
                queue.take(&mut jobs);
            }
            let Some(job) = jobs.pop_front() else { break };
            match play(queue, playing, &job) {
                Ok(Some(record)) => finished.push(Finished { job, result: Ok(record) }),
                Ok(None) => return,
                Err(error) => finished.push(Finished { job, result: Err(error) }),
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

/// Plays a job; a panic is a failure of the host like any other.
fn play(queue: &Queue, playing: &Playing, job: &MatchJob) -> Result<Option<Record>, HostFailure> {
    panic::catch_unwind(AssertUnwindSafe(|| playing(job, &queue.stop)))
        .unwrap_or_else(|_| Err(HostFailure::new("the program panicked while it played the match", None)))
}
