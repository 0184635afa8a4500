//! What plays: on the thread that has the executor, which does not await.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use hash::Hash;
use job::{Executor, ExecutorError, Finished, Job, JobId, ReadyModule, SizeClass, Validator};
use tokio::sync::mpsc::UnboundedSender;

use super::event::{Event, Played};
use super::modules;
use crate::message::{Answer, Held};

/// How long to wait for results before looking for jobs again.
const GLANCE: Duration = Duration::from_millis(10);
/// Modules that are kept ready beyond those that are being played.
const MOST_READY: usize = 256;

/// To the player.
pub(super) enum Order {
    /// Play these jobs of a batch.
    Play { held: Held, jobs: Vec<Job>, modules: BTreeMap<Hash, Arc<[u8]>> },
    /// End.
    End,
}

/// Plays the jobs of batches.
pub(super) struct Player<'a> {
    validator: &'a dyn Validator,
    executor: &'a dyn Executor,
    /// The fingerprints with which it plays.
    engines: BTreeSet<String>,
    /// Modules that are ready, or why they are not.
    ready: BTreeMap<(Hash, SizeClass), Result<ReadyModule, String>>,
    /// Jobs that the executor has.
    out: BTreeMap<JobId, (Held, u64)>,
    played: u64,
}

impl<'a> Player<'a> {
    pub(super) fn new(
        validator: &'a dyn Validator,
        executor: &'a dyn Executor,
        engines: BTreeSet<String>,
    ) -> Player<'a> {
        let (ready, out) = (BTreeMap::new(), BTreeMap::new());
        Player { validator, executor, engines, ready, out, played: 0 }
    }

    /// Plays until it is told to end. Returns the number of matches that were played.
    pub(super) fn play(
        mut self,
        orders: &Receiver<Order>,
        events: &UnboundedSender<Event>,
        stop: &AtomicBool,
    ) -> Result<u64, ExecutorError> {
        let mut stopped = false;
        loop {
            if !stopped && stop.load(Ordering::Relaxed) {
                stopped = true;
                self.release(events)?;
                drop(events.send(Event::Stopped));
            }
            let order = if self.out.is_empty() {
                orders.recv_timeout(GLANCE)
            } else {
                orders.try_recv().map_err(|error| match error {
                    TryRecvError::Empty => RecvTimeoutError::Timeout,
                    TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
                })
            };
            match order {
                Ok(Order::Play { held, jobs, .. }) if stopped => {
                    drop(events.send(Event::Released(held, jobs.len())));
                }
                Ok(Order::Play { held, jobs, modules }) => self.begin(&held, jobs, &modules, events)?,
                Ok(Order::End) | Err(RecvTimeoutError::Disconnected) => return Ok(self.played),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if !self.out.is_empty() {
                for Finished { id, result } in self.executor.collect(GLANCE)? {
                    let Some((held, number)) = self.out.remove(&id) else { continue };
                    self.played += u64::from(result.is_ok());
                    let answer = match result {
                        Ok(record) => Answer::Played(Box::new((&record).into())),
                        Err(failure) => Answer::Failed(explain::with_causes(&failure)),
                    };
                    drop(events.send(Event::Played(Played { held, number, answer })));
                }
            }
        }
    }

    /// Leaves what has not begun to others.
    fn release(&mut self, events: &UnboundedSender<Event>) -> Result<(), ExecutorError> {
        let mut released: BTreeMap<Held, usize> = BTreeMap::new();
        for id in self.executor.take_back()? {
            if let Some((held, _)) = self.out.remove(&id) {
                *released.entry(held).or_default() += 1;
            }
        }
        for (held, count) in released {
            drop(events.send(Event::Released(held, count)));
        }
        Ok(())
    }

    /// Makes modules ready and submits the jobs that can be played.
    fn begin(
        &mut self,
        held: &Held,
        jobs: Vec<Job>,
        bytes: &BTreeMap<Hash, Arc<[u8]>>,
        events: &UnboundedSender<Event>,
    ) -> Result<(), ExecutorError> {
        if self.ready.len() > MOST_READY && self.out.is_empty() {
            self.ready.clear();
        }
        let mut playable = Vec::new();
        for job in jobs {
            let number = job.id.number();
            match self.make_ready(&job, bytes) {
                Ok(()) => {
                    let job = Job { id: JobId::fresh(), ..job };
                    self.out.insert(job.id, (held.clone(), number));
                    playable.push(job);
                }
                Err(why) => {
                    let answer = Answer::Failed(why);
                    drop(events.send(Event::Played(Played { held: held.clone(), number, answer })));
                }
            }
        }
        self.executor.submit(playable)
    }

    /// Makes the modules of a job ready, or says why it cannot be played here. Nothing of this is a bot's loss: whoever asked
    /// has admitted the modules.
    fn make_ready(&mut self, job: &Job, bytes: &BTreeMap<Hash, Arc<[u8]>>) -> Result<(), String> {
        if !self.engines.contains(&job.terms.engine) {
            return Err(format!("this worker does not play with {}", job.terms.engine));
        }
        for (hash, size) in modules::of_job(job) {
            let Some(bytes) = bytes.get(&hash) else { return Err(format!("there is no module {hash}")) };
            let validator = self.validator;
            let ready = self.ready.entry((hash, size)).or_insert_with(|| {
                let admitted = validator.validate(bytes, size);
                let admitted = admitted.map_err(|error| explain::with_causes(&error))?;
                admitted.map_err(|why| format!("the module {hash} was not admitted here: {why}"))
            });
            if let Err(why) = ready {
                return Err(why.clone());
            }
        }
        Ok(())
    }
}
