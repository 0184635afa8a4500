//! A place for one task at a time: a worker that is replaced when it is lost.

use std::sync::Arc;

use hash::Hash;
use job::{Job, SeatJob, SeatRecord, SizeClass, Terms};
use play::{RetraceEnd, RetraceSummary, StartCost};
use referee::{Limits, Record};

use crate::WorkerError;
use crate::allowance::Need;
use crate::message::{WorkerAnswer, WorkerCommand};
use crate::shared::Shared;
use crate::worker::{SizedModule, Worker, accepted, replies};

pub(crate) struct Slot {
    shared: Arc<Shared>,
    worker: Option<Worker>,
}

impl Slot {
    pub(crate) fn new(shared: Arc<Shared>) -> Slot {
        Slot { shared, worker: None }
    }

    /// Plays a match.
    pub(crate) fn played(&mut self, job: &Job) -> Result<Record, WorkerError> {
        let orders = |worker: &mut Worker| worker.playing(job).0;
        let take = |answer| match answer {
            WorkerAnswer::Played { record, .. } => Ok(record),
            other => Err(Box::new(other)),
        };
        let record = self.perform(&job.terms.limits, job.modules().collect(), orders, take)?;
        // A worker that sends a record of another match does not continue.
        accepted(job, *record).inspect_err(|_| self.worker = None)
    }

    /// Measures the cost of a match's start.
    pub(crate) fn start_cost(
        &mut self,
        terms: &Arc<Terms>,
        seat: &Arc<SeatJob>,
    ) -> Result<StartCost, WorkerError> {
        let orders = |worker: &mut Worker| {
            let mut orders = worker.room();
            let (terms, seat) = (worker.terms(terms, &mut orders), worker.seat(seat, &mut orders));
            orders.push(WorkerCommand::Measure { terms, seat });
            orders
        };
        let modules = Vec::from_iter(seat.plays.module());
        self.perform(&terms.limits, modules, orders, |answer| match answer {
            WorkerAnswer::Measured(cost) => Ok(cost),
            other => Err(Box::new(other)),
        })
    }

    /// Asks a module again the questions of a match.
    pub(crate) fn retraced(
        &mut self,
        record: &SeatRecord,
        (module, size): (Hash, SizeClass),
        until: RetraceEnd,
    ) -> Result<RetraceSummary, WorkerError> {
        let order = WorkerCommand::Retrace { record: Box::new(record.clone()), module, size, until };
        let take = |answer| match answer {
            WorkerAnswer::Retraced(summary) => Ok(*summary),
            other => Err(Box::new(other)),
        };
        self.perform(&record.limits, vec![(module, size)], |_| vec![order], take)
    }

    /// Has the worker do a task, or another worker if the current one has too little left for it.
    fn perform<T>(
        &mut self,
        limits: &Limits,
        modules: Vec<SizedModule>,
        orders: impl FnOnce(&mut Worker) -> Vec<WorkerCommand>,
        take: impl FnOnce(WorkerAnswer) -> Result<T, Box<WorkerAnswer>>,
    ) -> Result<T, WorkerError> {
        let need = Need::of_match(limits);
        let mut worker = match self.worker.take().filter(|worker| worker.fits(need, &modules)) {
            Some(worker) => worker,
            None => Worker::start(&self.shared, need)?,
        };
        worker.count(modules);
        let orders = orders(&mut worker);
        let answer = worker.process.perform(&orders, &mut replies(&self.shared), need.patience())?;
        let done = match take(answer) {
            Ok(done) => Ok(done),
            Err(other) => match *other {
                WorkerAnswer::Failed(why) => Err(WorkerError::Failed(why)),
                other => return Err(worker.process.breach(&other)),
            },
        };
        self.worker = Some(worker);
        done
    }
}
