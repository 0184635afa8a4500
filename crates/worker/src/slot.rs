//! A slot: one worker that plays jobs one after another, and is replaced when it is lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use game::Seat;
use hash::Hash;
use job::{Job, SeatJob, SeatRecord, SizeClass, Terms};
use referee::{HostFailure, Limits, Record};

use crate::WorkerError;
use crate::allowance::Need;
use crate::message::{Answer, CommonTerms, MatchOrder, Order, RetracedSeat, StartFigures};
use crate::process::Process;
use crate::shared::Shared;

/// Terms and seats that a worker keeps; beyond them it begins anew.
const TERMS: usize = 64;
const SEATS: usize = 1024;
/// Questions that a match may lead to: two modules in two parts each.
const QUESTIONS: u32 = 16;

pub(crate) struct Slot {
    shared: Arc<Shared>,
    worker: Option<Worker>,
}

/// A worker with what it was told.
struct Worker {
    process: Process,
    terms: Vec<Arc<Terms>>,
    seats: Vec<Arc<SeatJob>>,
}

impl Slot {
    pub(crate) fn new(shared: Arc<Shared>) -> Slot {
        Slot { shared, worker: None }
    }

    /// Plays a job. Returns `None` when the flag was set before the match was over.
    pub(crate) fn play(&mut self, job: &Job, stop: &AtomicBool) -> Result<Option<Record>, HostFailure> {
        match self.played(job) {
            Ok(record) => Ok(Some(record)),
            Err(_) if stop.load(Ordering::Relaxed) || self.shared.watch.is_over() => Ok(None),
            Err(error) => {
                if let WorkerError::Lost { .. } | WorkerError::Breach(_) = error {
                    tracing::warn!(%error, "the match is void");
                }
                Err(HostFailure::new("the job was not played", Some(error.into())))
            }
        }
    }

    /// Plays a match.
    pub(crate) fn played(&mut self, job: &Job) -> Result<Record, WorkerError> {
        let take = |answer| match answer {
            Answer::Played(record) => Ok(record),
            other => Err(Box::new(other)),
        };
        let record = self.perform(&job.terms.limits, |worker| worker.playing(job), take)?;
        // Who sends another record does not play on.
        accepted(job, *record).inspect_err(|_| self.worker = None)
    }

    /// Measures what the beginning of a match takes.
    pub(crate) fn start_cost(
        &mut self,
        terms: &Arc<Terms>,
        seat: &Arc<SeatJob>,
    ) -> Result<StartFigures, WorkerError> {
        let orders = |worker: &mut Worker| {
            let mut orders = worker.room();
            let (terms, seat) = (worker.terms(terms, &mut orders), worker.seat(seat, &mut orders));
            orders.push(Order::Measure { terms, seat });
            orders
        };
        self.perform(&terms.limits, orders, |answer| match answer {
            Answer::Measured(figures) => Ok(figures),
            other => Err(Box::new(other)),
        })
    }

    /// Asks a module again what was asked in a match.
    pub(crate) fn retraced(
        &mut self,
        record: &SeatRecord,
        (module, size): (Hash, SizeClass),
    ) -> Result<RetracedSeat, WorkerError> {
        let order = Order::Retrace { record: Box::new(record.clone()), module, size };
        let take = |answer| match answer {
            Answer::Retraced(seat) => Ok(*seat),
            other => Err(Box::new(other)),
        };
        self.perform(&record.limits, |_| vec![order], take)
    }

    /// Has the worker do a task, or another worker if that one has too little left for it.
    fn perform<T>(
        &mut self,
        limits: &Limits,
        orders: impl FnOnce(&mut Worker) -> Vec<Order>,
        take: impl FnOnce(Answer) -> Result<T, Box<Answer>>,
    ) -> Result<T, WorkerError> {
        let need = Need::of_match(limits);
        let mut worker = match self.worker.take().filter(|worker| worker.process.fits(need)) {
            Some(worker) => worker,
            None => Worker::start(&self.shared, need)?,
        };
        let orders = orders(&mut worker);
        let done = match take(worker.perform(&orders, need, &self.shared)?) {
            Ok(done) => Ok(done),
            Err(other) => match *other {
                Answer::Failed(why) => Err(WorkerError::Failed(why)),
                other => return Err(worker.process.breach(&other)),
            },
        };
        self.worker = Some(worker);
        done
    }
}

/// The record, if a match by the job's limits can have it.
fn accepted(job: &Job, record: job::Record) -> Result<Record, WorkerError> {
    let refused = |why: String| WorkerError::Breach(format!("its record is none of the match: {why}"));
    let record = Record::try_from(record).map_err(|error| refused(error.to_string()))?;
    let limits = &job.terms.limits;
    if record.plies > limits.plies {
        return Err(refused(format!("{} plies, of at most {}", record.plies, limits.plies)));
    }
    for seat in Seat::BOTH {
        let closing = &record.closings[seat];
        if closing.log.len() as u64 > limits.log {
            return Err(refused(format!("a log of {} bytes, of at most {}", closing.log.len(), limits.log)));
        }
        if closing.memory_peak > limits.memory {
            return Err(refused(format!(
                "{} bytes of memory, of at most {}",
                closing.memory_peak, limits.memory
            )));
        }
    }
    Ok(record)
}

impl Worker {
    fn start(shared: &Shared, need: Need) -> Result<Worker, WorkerError> {
        let begun = Instant::now();
        let process = shared.start(need)?;
        tracing::debug!(id = process.id(), time = ?begun.elapsed(), "an isolated worker is ready");
        Ok(Worker { process, terms: Vec::new(), seats: Vec::new() })
    }

    /// What is to be told so that there is room for a task's terms and seats.
    fn room(&mut self) -> Vec<Order> {
        if self.terms.len() < TERMS && self.seats.len() + 2 <= SEATS {
            return Vec::new();
        }
        self.terms.clear();
        self.seats.clear();
        vec![Order::Forget]
    }

    fn terms(&mut self, terms: &Arc<Terms>, orders: &mut Vec<Order>) -> u32 {
        number(&mut self.terms, terms, |terms| orders.push(Order::Terms(common(terms))))
    }

    fn seat(&mut self, seat: &Arc<SeatJob>, orders: &mut Vec<Order>) -> u32 {
        number(&mut self.seats, seat, |seat| orders.push(Order::Seat(SeatJob::clone(seat))))
    }

    /// What is to be told for a match.
    fn playing(&mut self, job: &Job) -> Vec<Order> {
        let mut orders = self.room();
        let terms = self.terms(&job.terms, &mut orders);
        let seats = job.seats.0.each_ref().map(|seat| self.seat(seat, &mut orders));
        let start = job.start.as_deref().map(str::to_owned);
        orders.push(Order::Play(MatchOrder { terms, start, seed: *job.seed.bytes(), seats }));
        orders
    }

    fn perform(&mut self, orders: &[Order], need: Need, shared: &Shared) -> Result<Answer, WorkerError> {
        let mut asked = 0;
        let reply = &mut |question| {
            asked += 1;
            if asked > QUESTIONS {
                return Err(WorkerError::Breach(format!(
                    "it asked more than {QUESTIONS} questions about a match"
                )));
            }
            shared.held.reply(&question)
        };
        self.process.perform(orders, reply, need.patience())
    }
}

/// The number of what a worker knows; what it does not know yet is told.
fn number<T>(known: &mut Vec<Arc<T>>, value: &Arc<T>, tell: impl FnOnce(&Arc<T>)) -> u32 {
    let place = known.iter().rposition(|known| Arc::ptr_eq(known, value)).unwrap_or_else(|| {
        tell(value);
        known.push(Arc::clone(value));
        known.len() - 1
    });
    place as u32
}

fn common(terms: &Terms) -> CommonTerms {
    CommonTerms {
        engine: terms.engine.clone(),
        game: terms.game.clone(),
        rules: terms.rules.clone(),
        limits: terms.limits.to_string(),
    }
}
