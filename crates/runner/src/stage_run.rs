//! One stage: what the schedule asks for goes to the slots, what they give goes to the ledger and back to the
//! schedule.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use config::{Plan, StageSpec};
use ledger::{Ledger, MatchRow};
use referee::{Fault, MatchSeed, Record};
use tournament::{Fixture, MatchKey, Recorded, RunSeed, Stage};

use crate::error::RunError;
use crate::event::{Ending, Event};
use crate::job::{MatchJob, Terms};
use crate::live::Live;
use crate::slots::{Finished, Slots};

/// Jobs that may wait in the queue: enough that no slot is idle while a batch is committed.
const QUEUE: usize = 8192;
/// How long to wait for results before looking at `stop` again.
const PATIENCE: Duration = Duration::from_millis(50);
/// How often a void match is tried.
const TRIES: u32 = 3;

/// Plays one stage.
pub(crate) struct Conductor<'a> {
    index: usize,
    spec: &'a StageSpec,
    terms: Arc<Terms>,
    openings: Vec<Arc<str>>,
    slots: &'a Slots,
    ledger: &'a mut Ledger,
    stop: &'a AtomicBool,
    in_flight: usize,
    /// Matches that passed the net once and have to be played with no other beside them.
    alone: Vec<MatchJob>,
    /// The match that is being played alone.
    alone_now: Option<MatchKey>,
    tries: BTreeMap<MatchKey, u32>,
    /// Matches that were played and are not committed: the stage may be decided before them.
    held: BTreeMap<MatchKey, (MatchRow, Record)>,
    /// Games on the stage's record whose matches are committed.
    committed: usize,
}

/// What a batch of results led to.
enum Batch {
    GoOn,
    HostFailed { key: MatchKey, why: String },
}

impl<'a> Conductor<'a> {
    pub(crate) fn new(
        plan: &'a Plan,
        index: usize,
        seed: RunSeed,
        slots: &'a Slots,
        ledger: &'a mut Ledger,
        stop: &'a AtomicBool,
    ) -> Conductor<'a> {
        let spec = &plan.stages[index];
        let openings = spec.positions(plan.game, &spec.rules, seed);
        Conductor {
            index,
            spec,
            terms: Arc::new(Terms::new(plan.game, spec.rules.clone(), spec.limits)),
            openings: openings.into_iter().map(Arc::from).collect(),
            slots,
            ledger,
            stop,
            in_flight: 0,
            alone: Vec::new(),
            alone_now: None,
            tries: BTreeMap::new(),
            held: BTreeMap::new(),
            committed: 0,
        }
    }

    /// Plays until the stage is over; so many matches are on record `already`, and `pending` was asked for and is
    /// not.
    pub(crate) fn play(
        mut self,
        stage: &mut Stage,
        (already, pending): (u64, Vec<Fixture>),
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Ending, RunError> {
        tell(&Event::StageStarted {
            index: self.index,
            name: &self.spec.name,
            matches: stage.most_matches(),
            already,
        });
        self.committed = stage.games().len();
        let mut pending = pending.into_iter();
        let mut live = Live::new();
        loop {
            let stopping = self.stop.load(Ordering::Relaxed);
            if !stopping {
                self.fill(stage, &mut pending);
            }
            if stage.was_stopped() {
                // What a slot has begun comes to its end and is dropped.
                self.in_flight -= self.slots.take_back();
            }
            if self.in_flight == 0 && (!stopping || stage.is_over()) {
                return Ok(Ending::Complete);
            }
            if stopping {
                let finished = self.slots.collect(Duration::ZERO);
                self.take(stage, finished, tell)?;
                tell(&Event::StageInterrupted {
                    index: self.index,
                    name: &self.spec.name,
                    standings: &stage.standings(),
                });
                return Ok(Ending::Interrupted);
            }
            let finished = self.slots.collect(PATIENCE);
            if finished.is_empty() {
                continue;
            }
            if let Batch::HostFailed { key, why } = self.take(stage, finished, tell)? {
                return Ok(Ending::HostFailed { key, why });
            }
            live.show(|| tell(&Event::Leading { standings: &stage.standings() }));
        }
    }

    /// Keeps the queue full; a match that is to be played alone waits until the slots are empty. A stage that was
    /// stopped asks for nothing more.
    fn fill(&mut self, stage: &mut Stage, pending: &mut impl Iterator<Item = Fixture>) {
        if stage.was_stopped() {
            return;
        }
        if self.alone_now.is_some() || !self.alone.is_empty() {
            if self.in_flight == 0
                && let Some(job) = self.alone.pop()
            {
                self.alone_now = Some(job.key);
                self.in_flight = 1;
                self.slots.submit([job]);
            }
            return;
        }
        if self.in_flight > QUEUE / 2 {
            return;
        }
        let mut jobs = Vec::new();
        while self.in_flight + jobs.len() < QUEUE {
            let Some(fixture) = pending.next().or_else(|| stage.next_fixture()) else { break };
            jobs.push(self.job(&fixture));
        }
        self.in_flight += jobs.len();
        self.slots.submit(jobs);
    }

    fn job(&self, fixture: &Fixture) -> MatchJob {
        MatchJob {
            key: fixture.key,
            entrants: fixture.seats,
            terms: Arc::clone(&self.terms),
            start: fixture.opening.and_then(|index| self.openings.get(index as usize)).map(Arc::clone),
            seed: MatchSeed::new(fixture.seed),
        }
    }

    fn take(
        &mut self,
        stage: &mut Stage,
        finished: Vec<Finished>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Batch, RunError> {
        self.in_flight -= finished.len();
        let mut done = Vec::with_capacity(finished.len());
        let mut again = Vec::new();
        let mut failed = None;
        for Finished { job, result } in finished {
            let was_alone = self.alone_now.take_if(|key| *key == job.key).is_some();
            match result {
                Ok(record) if is_slow(&record) && !was_alone => self.alone.push(job),
                Ok(record) => done.push((row(&job, &record), record)),
                Err(error) => {
                    let why = describe(&error);
                    let tries = self.tries.entry(job.key).or_default();
                    *tries += 1;
                    tell(&Event::Void { key: job.key, why: &why, tries: *tries });
                    self.ledger.note(&format!("match {} void, try {tries}: {why}", job.key))?;
                    if *tries >= TRIES {
                        failed = Some((job.key, why));
                    } else {
                        again.push(job);
                    }
                }
            }
        }
        self.in_flight += again.len();
        self.slots.submit(again);
        self.keep(stage, done, tell)?;
        Ok(failed.map_or(Batch::GoOn, |(key, why)| Batch::HostFailed { key, why }))
    }

    /// Gives what was played to the schedule, commits what is part of the stage, then tells it.
    fn keep(
        &mut self,
        stage: &mut Stage,
        done: Vec<(MatchRow, Record)>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), RunError> {
        let mut kept = Vec::with_capacity(done.len());
        for (row, record) in done {
            let result =
                row.result().map_err(|error| ledger::LedgerError::Damaged { what: error.to_string() })?;
            if stage.record(row.key, result)? == Recorded::Dropped {
                continue;
            }
            if stage.may_drop() {
                self.held.insert(row.key, (row, record));
            } else {
                kept.push((row, record));
            }
        }
        if stage.may_drop() {
            // Only what stands on the stage's record is part of it for certain: matches before it decide.
            let games = &stage.games()[self.committed..];
            kept.extend(games.iter().filter_map(|game| self.held.remove(&game.key)));
            self.committed = stage.games().len();
        }
        self.ledger.commit(kept.iter().map(|(row, record)| (row, record)))?;
        tracing::debug!(matches = kept.len(), in_flight = self.in_flight, "committed");
        for (row, _) in &kept {
            tell(&Event::Played {
                key: row.key,
                entrants: row.entrants,
                outcome: row.outcome,
                reason: &row.reason,
            });
        }
        Ok(())
    }
}

fn row(job: &MatchJob, record: &Record) -> MatchRow {
    MatchRow::new(job.key, job.entrants, job.start.as_deref().map(str::to_owned), record)
}

/// Whether a seat lost by the one fault that depends on the machine.
fn is_slow(record: &Record) -> bool {
    record.losses.0.iter().flatten().any(|loss| loss.failure.fault == Fault::Slow)
}

fn describe(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
