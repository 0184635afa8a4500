//! The player: it runs on the thread that has the executor, which does not await.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use hash::Hash;
use job::{Executor, ExecutorError, Finished, Job, JobId, ReadyModule, SizeClass, Validator};
use tokio::sync::mpsc::UnboundedSender;

use super::WorkerOptions;
use super::event::Event;
use crate::message::{Answer, HeldJobs};
use crate::{JobClass, PublicKey};

/// Maximum time to wait for results before checking for jobs again.
const GLANCE: Duration = Duration::from_millis(10);
/// Number of modules that are kept ready in addition to those in use.
const MOST_READY: usize = 256;

/// An order to the player.
pub(super) enum PlayerCommand {
    /// Play these jobs of a batch.
    Play { held: HeldJobs, jobs: Vec<Job>, modules: BTreeMap<Hash, Arc<[u8]>> },
    /// Drop these modules.
    Forget(Vec<Hash>),
    /// Drop the matches of a coordinator that have not begun.
    Leave(PublicKey),
    /// End.
    End,
}

/// A job of a batch, with its number in the batch.
struct BatchJob {
    held: HeldJobs,
    number: u64,
    job: Job,
    /// Maximum memory of its bots in bytes.
    memory: u64,
}

/// Plays the jobs of batches.
pub(super) struct Player<'a> {
    validator: &'a dyn Validator,
    executor: &'a dyn Executor,
    /// The fingerprints of its engines.
    engines: Vec<String>,
    /// Maximum memory of all bots that play at the same time, in bytes.
    memory: Option<u64>,
    /// Modules that are ready, or the reason why they are not.
    ready: BTreeMap<(Hash, SizeClass), Result<ReadyModule, String>>,
    /// Jobs that wait for memory.
    waiting: VecDeque<BatchJob>,
    /// Jobs that the executor has.
    out: BTreeMap<JobId, BatchJob>,
    played: u64,
}

impl<'a> Player<'a> {
    pub(super) fn new(
        validator: &'a dyn Validator,
        executor: &'a dyn Executor,
        options: &WorkerOptions,
    ) -> Player<'a> {
        Player {
            validator,
            executor,
            engines: options.engines.clone(),
            memory: options.memory,
            ready: BTreeMap::new(),
            waiting: VecDeque::new(),
            out: BTreeMap::new(),
            played: 0,
        }
    }

    /// Plays until an order ends it. Returns the number of matches that were played.
    pub(super) fn play(
        mut self,
        orders: &Receiver<PlayerCommand>,
        events: &UnboundedSender<Event>,
        stop: &AtomicBool,
    ) -> Result<u64, ExecutorError> {
        let mut stopped = false;
        loop {
            if !stopped && stop.load(Ordering::Relaxed) {
                stopped = true;
                self.release(events, &|_| true)?;
                drop(events.send(Event::Stopped));
            }
            // Takes all waiting orders, since a look at the executor takes time.
            loop {
                match self.next_order(orders) {
                    Ok(PlayerCommand::Play { held, jobs, .. }) if stopped => {
                        drop(events.send(Event::Released(held, jobs.len())));
                    }
                    Ok(PlayerCommand::Play { held, jobs, modules }) => {
                        self.receive(&held, jobs, &modules, events);
                        self.submit()?;
                    }
                    Ok(PlayerCommand::Forget(modules)) => {
                        self.drop_modules(|hash| modules.contains(hash));
                    }
                    Ok(PlayerCommand::Leave(coordinator)) => {
                        self.release(events, &|held| held.coordinator == coordinator)?;
                        self.submit()?;
                    }
                    Ok(PlayerCommand::End) | Err(RecvTimeoutError::Disconnected) => return Ok(self.played),
                    Err(RecvTimeoutError::Timeout) => break,
                }
            }
            if !self.out.is_empty() {
                for Finished { id, result, .. } in self.executor.collect(GLANCE)? {
                    let Some(BatchJob { held, number, .. }) = self.out.remove(&id) else { continue };
                    self.played += u64::from(result.is_ok());
                    let answer = match result {
                        Ok(record) => Answer::Played(Box::new(record.into())),
                        Err(failure) => Answer::Failed(explain::with_causes(&failure)),
                    };
                    drop(events.send(Event::Played { held, number, answer }));
                }
                self.submit()?;
            }
        }
    }

    /// Returns the next order. Waits for it if nothing is in play.
    fn next_order(&self, orders: &Receiver<PlayerCommand>) -> Result<PlayerCommand, RecvTimeoutError> {
        orders.recv_timeout(if self.out.is_empty() { GLANCE } else { Duration::ZERO })
    }

    /// Leaves the matches of these batches that have not begun to others.
    fn release(
        &mut self,
        events: &UnboundedSender<Event>,
        is_released: &dyn Fn(&HeldJobs) -> bool,
    ) -> Result<(), ExecutorError> {
        for id in self.executor.take_back()?.iter().rev() {
            if let Some(job) = self.out.remove(id) {
                self.waiting.push_front(job);
            }
        }
        let mut released: BTreeMap<HeldJobs, usize> = BTreeMap::new();
        self.waiting.retain(|job| {
            let is_kept = !is_released(&job.held);
            if !is_kept {
                *released.entry(job.held.clone()).or_default() += 1;
            }
            is_kept
        });
        for (held, count) in released {
            drop(events.send(Event::Released(held, count)));
        }
        Ok(())
    }

    /// Receives the jobs of a batch, and makes their modules ready.
    fn receive(
        &mut self,
        held: &HeldJobs,
        jobs: Vec<Job>,
        bytes: &BTreeMap<Hash, Arc<[u8]>>,
        events: &UnboundedSender<Event>,
    ) {
        if self.ready.len() > MOST_READY {
            self.drop_modules(|_| true);
        }
        for job in jobs {
            let (number, memory) = (job.id.number(), JobClass::from_job(&job).bytes());
            match self.make_ready(&job, bytes) {
                Ok(()) => {
                    let job = Job { id: JobId::fresh(), ..job };
                    self.waiting.push_back(BatchJob { held: held.clone(), number, job, memory });
                }
                Err(why) => {
                    let answer = Answer::Failed(why);
                    drop(events.send(Event::Played { held: held.clone(), number, answer }));
                }
            }
        }
    }

    /// Submits jobs, as far as there is memory for their bots.
    fn submit(&mut self) -> Result<(), ExecutorError> {
        let mut used = match self.memory {
            Some(_) => self.out.values().map(|job| job.memory).sum(),
            None => 0_u64,
        };
        let mut submitted = Vec::new();
        while let Some(next) = self.waiting.front() {
            let with_next = used.saturating_add(next.memory);
            if self.memory.is_some_and(|most| with_next > most) {
                break;
            }
            used = with_next;
            let Some(next) = self.waiting.pop_front() else { break };
            submitted.push(next.job.clone());
            self.out.insert(next.job.id, next);
        }
        if submitted.is_empty() { Ok(()) } else { self.executor.submit(submitted) }
    }

    /// Drops these modules, unless a job of them waits or is in play.
    fn drop_modules(&mut self, is_dropped: impl Fn(&Hash) -> bool) {
        let jobs = self.out.values().chain(&self.waiting);
        let used: BTreeSet<(Hash, SizeClass)> = jobs.flat_map(|job| job.job.modules()).collect();
        self.ready.retain(|name, _| used.contains(name) || !is_dropped(&name.0));
    }

    /// Makes the modules of a job ready, or says why it cannot be played here. No bot loses because of that: the
    /// coordinator has admitted the modules.
    fn make_ready(&mut self, job: &Job, bytes: &BTreeMap<Hash, Arc<[u8]>>) -> Result<(), String> {
        if !self.engines.contains(&job.terms.engine_class()) {
            return Err(format!("unsupported engine {}", job.terms.engine));
        }
        for (hash, size) in job.modules() {
            let Some(bytes) = bytes.get(&hash) else { return Err(format!("module {hash} is missing")) };
            if !self.ready.contains_key(&(hash, size)) {
                // A failure of this machine may be temporary, and is not kept.
                let admitted = self.validator.validate(bytes, size);
                let admitted = admitted.map_err(|error| explain::with_causes(&error))?;
                let admitted = admitted.map_err(|why| format!("module {hash} was rejected here: {why}"));
                self.ready.insert((hash, size), admitted);
            }
            if let Some(Err(why)) = self.ready.get(&(hash, size)) {
                return Err(why.clone());
            }
        }
        Ok(())
    }
}
