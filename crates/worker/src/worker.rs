//! A worker that plays, with the terms and seats that it knows, and the checks of its records.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use hash::Hash;
use job::{Job, SeatJob, SizeClass, Terms};
use referee::Record;

use crate::WorkerError;
use crate::allowance::Need;
use crate::match_durations::{MatchDurations, MatchNumbers};
use crate::message::{MatchOrder, ParentReply, WorkerCommand, WorkerQuestion};
use crate::process::Process;
use crate::shared::Shared;

/// Maximum number of terms and of seats that a worker keeps; beyond them it starts anew.
const TERMS: usize = 64;
const SEATS: usize = 1024;
/// Maximum number of questions during a match: two modules and the rules, in two parts each.
const QUESTIONS: u32 = 24;

/// A worker with the terms and seats that it knows.
pub(crate) struct Worker {
    pub(crate) process: Process,
    /// The durations of its matches.
    pub(crate) paces: MatchDurations,
    terms: Vec<Arc<Terms>>,
    seats: Vec<Arc<SeatJob>>,
    must_forget: bool,
    /// All modules that the worker has received.
    modules: BTreeSet<SizedModule>,
}

/// A module and its size class.
pub(crate) type SizedModule = (Hash, SizeClass);

impl Worker {
    pub(crate) fn start(shared: &Shared, need: Need) -> Result<Worker, WorkerError> {
        let begun = Instant::now();
        let process = shared.start(need)?;
        tracing::debug!(id = process.id(), time = ?begun.elapsed(), "an isolated worker is ready");
        let (terms, seats) = (Vec::new(), Vec::new());
        let modules = BTreeSet::new();
        Ok(Worker { process, paces: MatchDurations::default(), terms, seats, must_forget: false, modules })
    }

    /// Returns `true` if the worker has enough left for a task with these modules.
    pub(crate) fn fits(&self, need: Need, modules: &[SizedModule]) -> bool {
        let more = modules.iter().filter(|module| !self.modules.contains(module)).count();
        self.process.fits(need) && (self.modules.len() + more) as u64 <= confine::MEMORY_FILES
    }

    /// Records the modules of a task as received.
    pub(crate) fn count(&mut self, modules: Vec<SizedModule>) {
        self.modules.extend(modules);
    }

    /// Returns the orders that make room for a task's terms and seats.
    pub(crate) fn room(&mut self) -> Vec<WorkerCommand> {
        if !self.must_forget && self.terms.len() < TERMS && self.seats.len() + 2 <= SEATS {
            return Vec::new();
        }
        self.forget();
        self.must_forget = false;
        vec![WorkerCommand::Forget]
    }

    /// Makes all terms and seats be sent again.
    pub(crate) fn forget(&mut self) {
        self.must_forget = true;
        self.terms.clear();
        self.seats.clear();
        self.paces = MatchDurations::default();
    }

    pub(crate) fn terms(&mut self, terms: &Arc<Terms>, orders: &mut Vec<WorkerCommand>) -> u32 {
        number(&mut self.terms, terms, |terms| orders.push(WorkerCommand::Terms(Terms::clone(terms))))
    }

    pub(crate) fn seat(&mut self, seat: &Arc<SeatJob>, orders: &mut Vec<WorkerCommand>) -> u32 {
        number(&mut self.seats, seat, |seat| orders.push(WorkerCommand::Seat(SeatJob::clone(seat))))
    }

    /// Returns the orders for a match, and the numbers of its terms and players.
    pub(crate) fn playing(&mut self, job: &Job) -> (Vec<WorkerCommand>, MatchNumbers) {
        let mut orders = self.room();
        let terms = self.terms(&job.terms, &mut orders);
        let seats = job.seats.0.each_ref().map(|seat| self.seat(seat, &mut orders));
        let start = job.start.as_deref().map(str::to_owned);
        let (seed, luck) = (*job.seed.bytes(), job.luck.map(|luck| *luck.bytes()));
        orders.push(WorkerCommand::Play(MatchOrder { terms, start, seed, luck, seats }));
        (orders, MatchNumbers { terms, seats })
    }
}

/// Returns a function that replies to a worker during one task.
pub(crate) fn replies(shared: &Shared) -> impl FnMut(WorkerQuestion) -> Result<ParentReply, WorkerError> {
    let mut asked = 0;
    move |question| {
        asked += 1;
        if asked > QUESTIONS {
            return Err(WorkerError::Breach(format!(
                "it asked more than {QUESTIONS} questions about a match"
            )));
        }
        shared.held.reply(&shared.sandbox, &question)
    }
}

/// Returns the record if a match under the job's limits can have it.
pub(crate) fn accepted(job: &Job, record: job::Record) -> Result<Record, WorkerError> {
    let refused = |why: job::NotOfTheJob| {
        WorkerError::Breach(format!("the record does not belong to the match: {why}"))
    };
    job.accept(record).map_err(refused)
}

/// Returns the number by which a worker knows a value; `send` sends a value that it does not know.
fn number<T>(known: &mut Vec<Arc<T>>, value: &Arc<T>, send: impl FnOnce(&Arc<T>)) -> u32 {
    let place = known.iter().rposition(|known| Arc::ptr_eq(known, value)).unwrap_or_else(|| {
        send(value);
        known.push(Arc::clone(value));
        known.len() - 1
    });
    place as u32
}
