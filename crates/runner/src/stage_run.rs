//! One stage: what the schedule asks for goes to the slots, what they give goes to the ledger and back to the
//! schedule.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use config::{Plan, StageSpec};
use ledger::{Ledger, MatchRow};
use referee::{MatchSeed, Record};
use tournament::{Fixture, Format, GameResult, MatchKey, Recorded, Stage, TakenUp};

use crate::error::RunError;
use crate::event::{Ending, Event};
use crate::job::{MatchJob, Terms};
use crate::live::Live;
use crate::slots::Slots;
use crate::tries::{Tried, Tries, slow_note};

/// Jobs that may wait in the queue: enough that no slot is idle while a batch is committed.
const QUEUE: usize = 8192;
/// Jobs from which on their order is changed. A smaller stage is played round by round, so that a ruling between two
/// sittings can be in force from the next round on.
const LARGE: usize = 2048;
/// How long to wait for results before looking at `stop` again.
const PATIENCE: Duration = Duration::from_millis(50);

/// Plays one stage.
pub(crate) struct Conductor<'a> {
    index: usize,
    spec: &'a StageSpec,
    terms: Arc<Terms>,
    openings: Vec<Arc<str>>,
    tries: Tries<'a>,
    ledger: &'a mut Ledger,
    stop: &'a AtomicBool,
    /// Matches that were played and are not committed: the stage may be decided before them.
    held: BTreeMap<MatchKey, (MatchRow, Record)>,
    /// Games on the stage's record whose matches are committed.
    committed: usize,
}

/// What a record left over.
struct Left {
    /// Asked for, and not on record.
    pending: std::vec::IntoIter<Fixture>,
    /// On record, and not asked for so far.
    unasked: BTreeMap<MatchKey, GameResult>,
}

/// What a batch of results led to.
enum Batch {
    GoOn,
    HostFailed { key: MatchKey, why: String },
}

impl<'a> Conductor<'a> {
    pub(crate) fn new(
        (plan, index): (&'a Plan, usize),
        openings: Vec<String>,
        slots: &'a Slots,
        ledger: &'a mut Ledger,
        stop: &'a AtomicBool,
    ) -> Conductor<'a> {
        let spec = &plan.stages[index];
        Conductor {
            index,
            spec,
            terms: Arc::new(Terms::new(plan.game, spec.rules.clone(), spec.limits)),
            openings: openings.into_iter().map(Arc::from).collect(),
            tries: Tries::new(slots),
            ledger,
            stop,
            held: BTreeMap::new(),
            committed: 0,
        }
    }

    /// Plays until the stage is over; so many matches are on record `already`, of which `taken` is left.
    pub(crate) fn play(
        mut self,
        stage: &mut Stage,
        (already, taken): (u64, TakenUp),
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Ending, RunError> {
        tell(&Event::StageStarted {
            index: self.index,
            name: &self.spec.name,
            matches: stage.most_matches(),
            already,
        });
        self.committed = stage.games().len();
        // Rounds that have begun were told of before.
        let mut told = stage.games().last().map_or(0, |game| game.key.round() + 1);
        let mut left = Left { pending: taken.pending.into_iter(), unasked: taken.unasked };
        let mut live = Live::new();
        loop {
            let stopping = self.stop.load(Ordering::Relaxed);
            if stopping {
                stage.open_rounds();
            } else {
                self.fill(stage, &mut left)?;
            }
            self.tell_who_meets_again(stage, &mut told, tell);
            if stage.was_stopped() {
                // What a slot has begun comes to its end and is dropped.
                self.tries.take_back();
            }
            if self.tries.in_flight() == 0 && (!stopping || stage.is_over()) {
                return Ok(Ending::Complete);
            }
            if stopping {
                let tried = self.tries.collect(Duration::ZERO);
                self.take(stage, tried, tell)?;
                tell(&Event::StageInterrupted {
                    index: self.index,
                    name: &self.spec.name,
                    standings: &stage.standings(),
                });
                return Ok(Ending::Interrupted);
            }
            let tried = self.tries.collect(PATIENCE);
            if tried.is_empty() {
                continue;
            }
            if let Batch::HostFailed { key, why } = self.take(stage, tried, tell)? {
                return Ok(Ending::HostFailed { key, why });
            }
            live.show(|| tell(&Event::Leading { standings: &stage.standings() }));
        }
    }

    /// Tells of the rounds of a Swiss from `told` on who meets again.
    fn tell_who_meets_again(&self, stage: &Stage, told: &mut u32, tell: &mut dyn FnMut(&Event<'_>)) {
        let rounds = stage.past().rounds().len() as u32;
        if *told >= rounds || !matches!(self.spec.plan.format, Format::Swiss(_)) {
            return;
        }
        for (round, pairing) in stage.past().meetings_again() {
            if round >= *told {
                tell(&Event::MetAgain { index: self.index, name: &self.spec.name, round, pairing });
            }
        }
        *told = rounds;
    }

    /// Keeps the queue full, but for a match that is played alone, once there is nothing else to play. A stage that was
    /// stopped asks for nothing more; what is on record when it is asked for is not played again.
    fn fill(&mut self, stage: &mut Stage, left: &mut Left) -> Result<(), RunError> {
        if stage.was_stopped() || self.tries.is_alone() || self.tries.in_flight() > QUEUE / 2 {
            return Ok(());
        }
        let mut jobs = Vec::new();
        while self.tries.in_flight() + jobs.len() < QUEUE {
            let Some(fixture) = left.pending.next().or_else(|| stage.next_fixture()) else { break };
            match left.unasked.remove(&fixture.key) {
                Some(result) => {
                    // It is on the disk already, whatever the stage makes of it.
                    let _ = stage.record(fixture.key, result)?;
                }
                None => jobs.push(self.job(&fixture)),
            }
        }
        // Where a stage may stop early, what decides is to be known first.
        if jobs.len() >= LARGE && !stage.may_drop() {
            keep_together(&mut jobs);
        }
        self.tries.submit(jobs);
        self.tries.play_one_alone();
        Ok(())
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

    /// Notes what was void or slow, and keeps what was played.
    fn take(
        &mut self,
        stage: &mut Stage,
        tried: Vec<Tried>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Batch, RunError> {
        let mut done = Vec::with_capacity(tried.len());
        let mut batch = Batch::GoOn;
        for tried in tried {
            match tried {
                Tried::Played(job, record) => done.push((row(&job, &record), *record)),
                Tried::Slow { key, why, again } => self.ledger.note(&slow_note(key, &why, again))?,
                Tried::Void { key, why, tries, last } => {
                    tell(&Event::Void { key, why: &why, tries });
                    self.ledger.note(&format!("match {key} void, try {tries}: {why}"))?;
                    if last {
                        batch = Batch::HostFailed { key, why };
                    }
                }
            }
        }
        self.keep(stage, done, tell)?;
        Ok(batch)
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
        tracing::debug!(matches = kept.len(), in_flight = self.tries.in_flight(), "committed");
        for (row, _) in &kept {
            tell(&Event::Played {
                key: row.key,
                entrants: row.entrants,
                outcome: row.outcome,
                reason: &row.reason.to_string(),
            });
        }
        Ok(())
    }
}

/// Has an entrant's matches stand together in the queue: the memory that a bot has left on a slot is ready for the
/// same bot, and has to be set up anew for another. Results are folded in schedule order all the same.
fn keep_together(jobs: &mut [MatchJob]) {
    jobs.sort_by_key(|job| {
        let [one, other] = job.entrants.0;
        (one.min(other), one.max(other), job.key)
    });
}

fn row(job: &MatchJob, record: &Record) -> MatchRow {
    MatchRow::new(job.key, job.entrants, job.start.as_deref().map(str::to_owned), record)
}
