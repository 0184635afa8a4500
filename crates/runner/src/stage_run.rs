//! One stage: plays the matches of the schedule, and passes the results to the schedule and to the ledger.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use config::{Plan, StageSpec};
use job::{Executor, ExposedWorker, MatchSettings, Terms};
use ledger::{EntrantRow, Ledger, MatchRow, RecordedMatch, RunHeader};
use referee::{MatchSeed, Record};
use tournament::{
    EntrantId, Fixture, Format, GameResult, LoadedResults, MatchKey, ResultFate, RunSeed, Stage, luck_seed,
};

use crate::dispatch::{Agenda, Incident, dispatch};
use crate::error::RunError;
use crate::event::{Ending, Event};
use crate::match_job::MatchJob;
use crate::roster::{NothingPlays, Roster};
use crate::spectator_updates::UpdateLimit;
use crate::untrusted_worker::exposure;

/// Minimum number of jobs that an executor has at one time, so that no slot is idle while a batch is committed, and
/// number of jobs for each slot of a very wide executor.
const QUEUE: usize = 8192;
const JOBS_PER_SLOT: usize = 16;
/// Number of jobs from which their order is changed. A smaller stage is played round by round, so that a ruling between
/// two sessions can be in force from the next round on.
const LARGE: usize = 2048;

/// Plays one stage.
pub(crate) struct StageRunner<'a> {
    index: usize,
    spec: &'a StageSpec,
    name: Arc<str>,
    roster: &'a Roster,
    entrants: &'a [EntrantRow],
    /// The seed of luck that games share; `None` if the game has no chance.
    luck: Option<RunSeed>,
    terms: Arc<Terms>,
    openings: Vec<Arc<str>>,
    stage: &'a mut Stage,
    ledger: &'a mut Ledger,
    tell: &'a mut dyn FnMut(Event),
    live: UpdateLimit,
    /// Matches that were requested, and not on record when playing began.
    pending: std::vec::IntoIter<Fixture>,
    /// Matches that were on record when playing began, and not requested so far.
    unasked: BTreeMap<MatchKey, GameResult>,
    /// Number of rounds of a Swiss whose repeated pairings were reported.
    told: u32,
    /// Matches that were played and not committed yet.
    played: Vec<RecordedMatch>,
    /// Matches that were played and are not certain to be part of the stage: it may be decided without them.
    held: BTreeMap<MatchKey, RecordedMatch>,
    /// Matches that wait to be played again in a stage that may stop early. No more matches are requested until they
    /// have a result, because further results might have to be held.
    waiting: BTreeSet<MatchKey>,
}

impl<'a> StageRunner<'a> {
    /// Creates a runner for the rest of a stage, after its record has been read.
    pub(crate) fn new(
        (plan, index): (&'a Plan, usize),
        (roster, header, entrants): (&'a Roster, &RunHeader, &'a [EntrantRow]),
        (stage, left): (&'a mut Stage, LoadedResults),
        ledger: &'a mut Ledger,
        tell: &'a mut dyn FnMut(Event),
    ) -> StageRunner<'a> {
        let spec = &plan.stages[index];
        let settings = MatchSettings::new(plan.game, spec.rules.clone(), spec.limits);
        let seed = RunSeed::from(header.seed);
        let openings = spec.positions(plan.game, seed);
        StageRunner {
            index,
            spec,
            name: spec.name.as_str().into(),
            roster,
            entrants,
            luck: plan.game.has_chance().then_some(seed),
            terms: Arc::new(settings.terms(&header.fingerprint)),
            openings: openings.into_iter().map(Arc::from).collect(),
            // Rounds that have begun were reported before.
            told: stage.games().last().map_or(0, |game| game.key.round() + 1),
            stage,
            ledger,
            tell,
            live: UpdateLimit::new(),
            pending: left.pending.into_iter(),
            unasked: left.unasked,
            played: Vec::new(),
            held: BTreeMap::new(),
            waiting: BTreeSet::new(),
        }
    }

    /// Plays until the stage is over or `stop` is set. `already` is the number of matches on record.
    pub(crate) fn play(
        mut self,
        already: u64,
        executor: &dyn Executor,
        stop: &AtomicBool,
    ) -> Result<Ending, RunError> {
        (self.tell)(Event::StageStarted {
            index: self.index,
            name: Arc::clone(&self.name),
            matches: self.stage.most_matches(),
            already,
        });
        let mut ending = dispatch(executor, &mut self, stop)?;
        if let Ending::HostFailed { matches } = &mut ending {
            for void in matches {
                void.why = format!("{}: {}", self.between(void.key), void.why);
            }
        }
        if ending != Ending::Complete {
            (self.tell)(Event::StageInterrupted {
                index: self.index,
                name: Arc::clone(&self.name),
                standings: Arc::new(self.stage.standings()),
            });
        }
        Ok(ending)
    }

    fn job(&self, fixture: &Fixture) -> Result<MatchJob, NothingPlays> {
        let start = fixture.opening.and_then(|index| self.openings.get(index as usize)).map(Arc::clone);
        let (key, seed) = (fixture.key, MatchSeed::new(fixture.seed));
        let luck = self.luck.map(|run| MatchSeed::new(luck_seed(run, key)));
        Ok(self.roster.job((key, fixture.seats), &self.terms, start, seed)?.with_luck(luck))
    }

    /// Returns the names of the two entrants of a match, for messages.
    fn between(&self, key: MatchKey) -> String {
        let name = |id: EntrantId| self.entrants.get(id.index()).map_or("", |row| &row.name);
        let seats = self.stage.fixture_of(key).map(|fixture| fixture.seats.map(name).0);
        seats.map_or_else(String::new, |[first, second]| format!("\"{first}\" against \"{second}\""))
    }

    /// Reports repeated pairings in the rounds of a Swiss that were paired since the last call.
    fn tell_who_meets_again(&mut self) {
        let rounds = self.stage.past().rounds().len() as u32;
        if self.told >= rounds || !matches!(self.spec.plan.format, Format::Swiss(_)) {
            return;
        }
        for (round, pairing) in self.stage.past().meetings_again() {
            if round >= self.told {
                let name = Arc::clone(&self.name);
                (self.tell)(Event::MetAgain { index: self.index, name, round, pairing });
            }
        }
        self.told = rounds;
    }
}

impl Agenda for StageRunner<'_> {
    fn ahead(&self, width: usize) -> usize {
        queue(width)
    }

    /// Takes many matches at a time from the schedule. Matches on record are not played again.
    fn next_jobs(&mut self, room: usize) -> Result<Vec<MatchJob>, RunError> {
        let mut jobs = Vec::new();
        if room < QUEUE / 2 || !self.waiting.is_empty() || self.stage.was_stopped() {
            return Ok(jobs);
        }
        while jobs.len() < room {
            let Some(fixture) = self.pending.next().or_else(|| self.stage.next_fixture()) else { break };
            match self.unasked.remove(&fixture.key) {
                Some(result) => {
                    // It is already on disk, even if the stage drops it.
                    let _ = self.stage.record(fixture.key, result)?;
                }
                None => jobs.push(self.job(&fixture)?),
            }
        }
        self.tell_who_meets_again();
        // If a stage may stop early, the results that decide it come first.
        if jobs.len() >= LARGE && !self.stage.may_drop() {
            keep_together(&mut jobs);
        }
        Ok(jobs)
    }

    fn note(&mut self, incident: &Incident) -> Result<(), RunError> {
        if self.stage.may_drop() {
            self.waiting.insert(incident.key());
        }
        match incident {
            Incident::Slow { key, why, again: true } => {
                (self.tell)(Event::Slow { key: *key, why: Arc::clone(why) });
            }
            Incident::Slow { again: false, .. } => {}
            Incident::Void { key, why, tries, .. } => {
                (self.tell)(Event::Void { key: *key, why: Arc::clone(why), tries: *tries });
            }
        }
        let between = self.between(incident.key());
        Ok(self.ledger.note(&format!("{incident} ({between})"))?)
    }

    fn expose(&mut self, exposed: &ExposedWorker, matches: &[MatchKey]) -> Result<(), RunError> {
        (self.tell)(Event::Exposed {
            worker: Arc::clone(&exposed.worker),
            why: exposed.why.as_str().into(),
            matches: matches.into(),
        });
        Ok(self.ledger.note(&exposure(&exposed.worker, &exposed.why, matches))?)
    }

    /// Passes results to the schedule, and keeps the matches that are certain to be part of the stage.
    fn take(&mut self, played: Vec<(MatchJob, Record)>) -> Result<(), RunError> {
        for (job, record) in played {
            let row = job.row(&record);
            let (key, result) = (row.key, row.result_of(&record.played));
            self.waiting.remove(&key);
            if self.stage.record(key, result)? == ResultFate::Dropped {
                continue;
            }
            let whole = RecordedMatch::new(row, record);
            if self.stage.is_certain(key) {
                self.played.push(whole);
            } else {
                self.held.insert(key, whole);
            }
        }
        while let Some(first) = self.held.first_entry()
            && self.stage.is_certain(*first.key())
        {
            self.played.push(first.remove());
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), RunError> {
        if self.played.is_empty() {
            return Ok(());
        }
        let played = std::mem::take(&mut self.played);
        self.ledger.commit(&played)?;
        for RecordedMatch { row: MatchRow { key, entrants, outcome, reason, .. }, .. } in played {
            (self.tell)(Event::Played { key, entrants, outcome, reason });
        }
        let (stage, tell) = (&self.stage, &mut self.tell);
        self.live.show(|| tell(Event::Leading { standings: Arc::new(stage.standings()) }));
        Ok(())
    }

    fn is_over(&mut self, out: usize) -> bool {
        self.stage.was_stopped() || (out == 0 && self.stage.is_over())
    }
}

/// Number of jobs that an executor of this width has at one time.
fn queue(width: usize) -> usize {
    QUEUE.max(width.saturating_mul(JOBS_PER_SLOT))
}

/// Puts the matches of the same two entrants together in the queue: the memory that a bot has left on a slot is ready
/// for the same bot, and has to be set up again for another. Results are still folded in schedule order.
fn keep_together(jobs: &mut [MatchJob]) {
    jobs.sort_by_key(|job| {
        let [one, other] = job.entrants.0;
        (one.min(other), one.max(other), job.key)
    });
}
