//! Two bots against one another until a sequential test decides.
//!
//! Pairs of games (one opening, seats swapped) are played on the slots and folded in schedule order; the first
//! pair at which the test ends is the last that counts and the last that is recorded, whatever else has been
//! played by then. The end is therefore the same on any number of slots, and with interruptions or without.
//!
//! In reading order: the plan, the schedule of pairs with its openings, the course of the test as a fold, what it
//! tells and how it fails, its folder, whether a record is of it; and here the test as it is played.

mod course;
mod error;
mod event;
mod fit;
mod folder;
mod openings;
mod pairs;
mod plan;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ledger::{Ledger, LedgerError, MatchRow, Root, RunFolder, RunHeader, RunKind, RunLock};
use referee::Record;
use sandbox::Sandbox;
use tournament::MatchKey;

use self::course::{Course, Leg};
pub use self::course::{DuelState, DuelVerdict};
pub use self::error::DuelError;
use self::error::damaged;
pub use self::event::{DuelEnding, DuelEvent};
pub(crate) use self::fit::fit;
use self::pairs::Pairs;
pub use self::plan::DuelPlan;
use crate::admission::Admission;
use crate::dispatch::{Agenda, Dispatched, Incident, dispatch};
use crate::engine::engine_fingerprint;
use crate::error::RunError;
use crate::executor::Executor;
use crate::local_threads::LocalThreads;
use crate::match_job::MatchJob;
use crate::roster::Roster;

/// Pairs that may be asked for beyond the first that is not complete.
const WINDOW: u64 = 1024;
/// Matches a slot that are asked for ahead: enough to keep it busy while openings are found and pairs committed,
/// few enough that little is played beyond the end.
const IN_FLIGHT: usize = 16;
/// Pairs a schedule can number; nobody plays so many.
const MOST_PAIRS: u64 = 1 << 40;

/// A test that can be played.
pub struct Duel {
    pairs: Pairs,
    roster: Arc<Roster>,
    course: Course,
    record: Option<(Ledger, RunLock)>,
}

/// Matches that were played and whose pairs are not folded yet.
type Complete = BTreeMap<MatchKey, (MatchRow, Record)>;

impl Duel {
    /// Begins a test of the two admitted bots, the new one first; in a folder, where there is one, so that it
    /// can be taken up again. A folder that holds this very test is taken up where it was left.
    ///
    /// # Errors
    /// When a bot was refused, no opening is as long as asked for, the folder cannot be used or holds something
    /// else.
    pub fn begin(
        plan: &DuelPlan,
        admission: Admission,
        sandbox: Sandbox,
        folder: Option<&RunFolder>,
    ) -> Result<Duel, DuelError> {
        let hypotheses = plan.hypotheses()?;
        if let Some(row) = admission.rows.iter().find(|row| !row.refusal.is_empty()) {
            return Err(DuelError::Refused { entrant: row.name.clone(), reasons: row.refusal.clone() });
        }
        let pairs = Pairs::new(plan)?;
        let most_pairs = plan.max_games.map_or(MOST_PAIRS, |games| (games / 2).min(MOST_PAIRS));
        let header = RunHeader {
            kind: RunKind::SequentialTest,
            game: plan.game.name().to_owned(),
            toml: plan.text(),
            toml_name: folder::TEXT_NAME.to_owned(),
            fingerprint: engine_fingerprint(&sandbox, plan.game),
            seed: plan.seed,
        };
        let record = folder.map(|folder| folder::open(folder, &header, &admission)).transpose()?;
        let mut duel = Duel {
            pairs,
            roster: Arc::new(Roster { sandbox, contestants: admission.contestants }),
            course: Course::new(hypotheses, most_pairs, plan.openings),
            record,
        };
        duel.take_up()?;
        Ok(duel)
    }

    /// Where the test stands.
    pub fn state(&self) -> DuelState {
        self.course.state()
    }

    /// The root of what is in its folder; `None` without a folder, and while the test is not over.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn root(&self) -> Result<Option<Root>, DuelError> {
        Ok(self.record.as_ref().map(|(ledger, _)| ledger.root(1)).transpose()?.flatten())
    }

    /// The two bots.
    pub fn roster(&self) -> &Arc<Roster> {
        &self.roster
    }

    /// Plays on the given number of threads until the test ends or `stop` is set.
    ///
    /// # Errors
    /// As [`play_on`](Self::play_on), and when the operating system refuses a thread.
    pub fn play(
        &mut self,
        jobs: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(DuelEvent),
    ) -> Result<DuelEnding, DuelError> {
        let threads = LocalThreads::start(jobs, &self.roster).map_err(RunError::from)?;
        self.play_on(&threads, stop, tell)
    }

    /// Plays on an executor until the test ends or `stop` is set.
    ///
    /// # Errors
    /// When the record cannot be written, or the executor is lost.
    pub fn play_on(
        &mut self,
        executor: &dyn Executor,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(DuelEvent),
    ) -> Result<DuelEnding, DuelError> {
        if let Some(verdict) = self.state().verdict {
            return Ok(DuelEnding::Over(verdict));
        }
        // It may have ended undecided, and goes on with more games.
        if let Some((ledger, _)) = &mut self.record {
            ledger.reopen(0)?;
        }
        let asked = self.state().pairs;
        let slow = BTreeSet::new();
        let mut games = Games { duel: self, tell, asked, complete: Complete::new(), slow, is_stuck: false };
        let dispatched = dispatch(executor, &mut games, stop)?;
        Ok(match (self.state().verdict, dispatched) {
            (Some(verdict), _) => DuelEnding::Over(verdict),
            (None, Dispatched::SetAside(matches)) => DuelEnding::HostFailed { matches },
            (None, Dispatched::Over | Dispatched::Stopped) => DuelEnding::Interrupted,
        })
    }

    /// Writes down what depends on the host, where there is a folder.
    fn note(&mut self, what: &str) -> Result<(), DuelError> {
        if let Some((ledger, _)) = &mut self.record {
            ledger.note(what)?;
        }
        Ok(())
    }

    /// Folds the pairs that are complete without a gap, and commits them.
    fn keep(&mut self, complete: &mut Complete) -> Result<Vec<DuelState>, DuelError> {
        let mut states = Vec::new();
        let mut kept = Vec::new();
        while self.state().verdict.is_none() {
            let pair = pairs::keys(self.state().pairs).map_err(|error| damaged(&error))?;
            if !pair.iter().all(|key| complete.contains_key(key)) {
                break;
            }
            let mut legs = Vec::with_capacity(2);
            for (row, record) in pair.iter().filter_map(|key| complete.remove(key)) {
                legs.push(leg(&row)?);
                kept.push((row, record));
            }
            if let [one, other] = legs[..] {
                states.push(self.course.push([one, other]));
            }
        }
        if let Some((ledger, _)) = &mut self.record
            && !kept.is_empty()
        {
            ledger.commit(kept.iter().map(|(row, record)| (row, record)))?;
            if self.course.state().verdict.is_some() {
                ledger.seal(0)?;
            }
        }
        Ok(states)
    }

    /// Folds what is on record. It must be what this test would have played.
    fn take_up(&mut self) -> Result<(), DuelError> {
        let mut rows = Vec::new();
        if let Some((ledger, _)) = &self.record {
            ledger.for_each_match(None, |stored| {
                rows.push(stored.verified().map_err(|error| damaged(&error))?);
                Ok::<(), DuelError>(())
            })?;
        }
        for pair in rows.chunks(2) {
            if self.state().verdict.is_some() {
                break;
            }
            let jobs = self.pairs.jobs(self.state().pairs)?;
            let mut legs = Vec::with_capacity(2);
            for (row, job) in pair.iter().zip(&jobs) {
                if !pairs::is_asked(job, row) {
                    return Err(RunError::Unscheduled(row.key).into());
                }
                legs.push(leg(row)?);
            }
            let [one, other] = legs[..] else {
                let what = format!("pair {} has one game", self.state().pairs + 1);
                return Err(LedgerError::Damaged { what }.into());
            };
            self.course.push([one, other]);
        }
        Ok(())
    }
}

/// The games of a test as they are played.
struct Games<'a> {
    duel: &'a mut Duel,
    tell: &'a mut dyn FnMut(DuelEvent),
    /// Pairs that were asked for, those on record included.
    asked: u64,
    complete: Complete,
    /// Games that wait to be played again, before which nothing more can be decided.
    slow: BTreeSet<MatchKey>,
    /// Whether a game cannot be played, so that no pair from its own on can be folded.
    is_stuck: bool,
}

impl Agenda for Games<'_> {
    type Error = DuelError;

    fn ahead(&self, width: usize) -> usize {
        IN_FLIGHT * width
    }

    /// One pair at a time: its opening has to be found.
    fn next_jobs(&mut self, _room: usize) -> Result<Vec<MatchJob>, DuelError> {
        let is_far_ahead = self.asked >= self.duel.state().pairs + WINDOW;
        if self.is_stuck || is_far_ahead || !self.slow.is_empty() {
            return Ok(Vec::new());
        }
        let jobs = self.duel.pairs.jobs(self.asked)?;
        self.asked += 1;
        Ok(jobs.into())
    }

    fn note(&mut self, incident: &Incident) -> Result<(), DuelError> {
        match incident {
            Incident::Slow { key, .. } => drop(self.slow.insert(*key)),
            Incident::Void { key, why, tries, is_last } => {
                self.is_stuck |= is_last;
                (self.tell)(DuelEvent::Void { key: *key, why: Arc::clone(why), tries: *tries });
            }
        }
        self.duel.note(&incident.to_string())
    }

    fn take(&mut self, played: Vec<(MatchJob, Record)>) -> Result<(), DuelError> {
        for (job, record) in played {
            let start = job.start.as_deref().map(str::to_owned);
            let row = MatchRow::new(job.key, job.entrants, start, &record);
            self.slow.remove(&job.key);
            self.complete.insert(job.key, (row, record));
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), DuelError> {
        for state in self.duel.keep(&mut self.complete)? {
            (self.tell)(DuelEvent::Pair(state));
        }
        Ok(())
    }

    fn is_over(&mut self, _out: usize) -> bool {
        self.duel.state().verdict.is_some()
    }
}

/// What the test makes of a game.
fn leg(row: &MatchRow) -> Result<Leg, DuelError> {
    let result = row.result().map_err(|error| damaged(&format!("match {}: {error}", row.key)))?;
    Ok(Leg { outcome: result.outcome, content: result.content })
}
