//! Plays two bots against each other until a sequential test decides.
//!
//! Pairs of games (one opening, seats swapped) are played on the slots and folded in schedule order. The pair at which
//! the test ends is the last one that counts and the last one recorded, regardless of other games that have been played
//! by then. So the result is the same on any number of slots, with or without interruptions.
//!
//! The hypotheses, the schedule of pairs and the fold over them are in [`run_folder::sequential_test`]. In reading
//! order: `event`, `folder`, `report`; this module plays the test.

mod event;
mod folder;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use job::{Executor, ExposedWorker, MatchSettings, Terms, Validator};
use ledger::{Ledger, LedgerError, RecordedMatch, Root, RunFolder, RunHeader, RunKind, RunLock, StageTerms};
use referee::{MatchSeed, Record};
use run_folder::sequential_test::{
    self, Leg, MOST_PAIRS, Pairs, SequentialTestPlan, SequentialTestState, TEXT_NAME, TestFold, TestGame,
};
use tournament::{KeyError, MatchKey};

pub use self::event::SequentialTestEvent;
pub use self::report::SprtReport;
use crate::admission::Admission;
use crate::dispatch::{Agenda, Incident, dispatch};
use crate::error::RunError;
use crate::event::Ending;
use crate::match_job::MatchJob;
use crate::roster::Roster;
use crate::untrusted_worker::exposure;

/// Maximum number of pairs that may be requested beyond the first incomplete one.
const WINDOW: u64 = 1024;
/// Number of matches per slot that are requested ahead: enough to keep it busy while openings are found and pairs
/// committed, and few enough that little is played beyond the end.
const IN_FLIGHT: usize = 16;

/// A test that can be played.
pub struct SequentialTest {
    pairs: Pairs,
    settings: MatchSettings,
    terms: Arc<Terms>,
    roster: Roster,
    course: TestFold,
    record: Option<(Ledger, RunLock)>,
}

/// Matches that were played, but whose pairs are not folded yet.
type Complete = BTreeMap<MatchKey, RecordedMatch>;

impl SequentialTest {
    /// Begins a test of the two admitted bots, the new one first. With a folder, the test is recorded and can be
    /// resumed: if the folder already contains this same test, it continues there.
    ///
    /// # Errors
    /// When a bot was refused, no opening has the requested length, or the folder cannot be used or contains something
    /// else.
    pub fn begin(
        plan: &SequentialTestPlan,
        admission: Admission,
        validator: &dyn Validator,
        folder: Option<&RunFolder>,
    ) -> Result<SequentialTest, RunError> {
        let hypotheses = plan.hypotheses()?;
        if let Some(row) = admission.refused() {
            return Err(RunError::refused(row));
        }
        let mut pairs = Pairs::new(&plan.pairs())?;
        let most_pairs = plan.max_games.map_or(MOST_PAIRS, |games| (games / 2).min(MOST_PAIRS));
        let header = RunHeader {
            kind: RunKind::SequentialTest,
            game: plan.game.key().to_owned(),
            toml: plan.text(),
            toml_name: TEXT_NAME.to_owned(),
            fingerprint: validator.fingerprint(plan.game),
            seed: plan.seed,
            // The text of a test leaves nothing to defaults.
            defaults: 1,
        };
        let record = folder
            .map(|folder| folder::open(folder, (plan.game, &header), &admission, validator))
            .transpose()?;
        let mut course = TestFold::new(hypotheses, most_pairs, plan.openings);
        if let Some((ledger, _)) = &record {
            sequential_test::load(ledger, &mut pairs, &mut course)?;
        }
        let settings = MatchSettings::new(plan.game, plan.rules.clone(), plan.limits);
        let terms = Arc::new(settings.terms(&header.fingerprint));
        Ok(SequentialTest { pairs, settings, terms, roster: admission.roster, course, record })
    }

    /// The current state of the test.
    pub fn state(&self) -> SequentialTestState {
        self.course.state()
    }

    /// The root of the record; `None` without a folder, and until the test is over.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn root(&self) -> Result<Option<Root>, RunError> {
        let terms = StageTerms::new(&self.settings.rules, &self.settings.limits);
        Ok(self.record.as_ref().map(|(ledger, _)| ledger.root(&[terms])).transpose()?.flatten())
    }

    /// Plays until the test ends or `stop` is set. If the ending is complete, the state has a verdict. The executor must
    /// belong to the validator with which the test was begun.
    ///
    /// # Errors
    /// When the record cannot be written, or the executor is lost.
    pub fn play(
        &mut self,
        executor: &dyn Executor,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(SequentialTestEvent),
    ) -> Result<Ending, RunError> {
        if self.state().verdict.is_some() {
            return Ok(Ending::Complete);
        }
        // The test may have ended undecided, and now continues with more games.
        if let Some((ledger, _)) = &mut self.record {
            ledger.reopen(0)?;
            ledger.note_without_protections(&executor.missing_protections())?;
        }
        let asked = self.state().pairs;
        let waiting = BTreeSet::new();
        let mut games = Games { test: self, tell, asked, complete: Complete::new(), waiting };
        let ending = dispatch(executor, &mut games, stop)?;
        Ok(match (self.state().verdict, ending) {
            (Some(_), _) => Ending::Complete,
            (None, Ending::Complete) => Ending::Interrupted,
            (None, ending) => ending,
        })
    }

    /// Returns the jobs of a pair's games.
    fn jobs(&mut self, pair: u64) -> Result<[MatchJob; 2], RunError> {
        let [one, other] = self.pairs.games(pair).map_err(|error| damaged(&error))?;
        let luck = self.settings.game.has_chance().then(|| MatchSeed::new(one.seed));
        let job = |TestGame { key, entrants, start, seed }| {
            let job = self.roster.job((key, entrants), &self.terms, Some(start), MatchSeed::new(seed));
            job.map(|job| job.with_luck(luck))
        };
        Ok([job(one)?, job(other)?])
    }

    /// Writes a line to the host's log, if there is a folder.
    fn note(&mut self, what: &str) -> Result<(), RunError> {
        if let Some((ledger, _)) = &mut self.record {
            ledger.note(what)?;
        }
        Ok(())
    }

    /// Folds the next pairs in schedule order, up to the first incomplete one, and commits them.
    fn keep(&mut self, complete: &mut Complete) -> Result<Vec<SequentialTestState>, RunError> {
        let mut states = Vec::new();
        let mut kept = Vec::new();
        while self.state().verdict.is_none() {
            let pair = sequential_test::keys(self.state().pairs).map_err(|error| damaged(&error))?;
            if !pair.iter().all(|key| complete.contains_key(key)) {
                break;
            }
            let mut legs = Vec::with_capacity(2);
            for whole in pair.iter().filter_map(|key| complete.remove(key)) {
                legs.push(Leg::from_row(&whole.row)?);
                kept.push(whole);
            }
            if let [one, other] = legs[..] {
                states.push(self.course.push([one, other]));
            }
        }
        if let Some((ledger, _)) = &mut self.record
            && !kept.is_empty()
        {
            ledger.commit(&kept)?;
            if self.course.state().verdict.is_some() {
                ledger.seal(0)?;
            }
        }
        Ok(states)
    }
}

fn damaged(error: &KeyError) -> RunError {
    LedgerError::Damaged { what: error.to_string() }.into()
}

/// The games of a test that is being played.
struct Games<'a> {
    test: &'a mut SequentialTest,
    tell: &'a mut dyn FnMut(SequentialTestEvent),
    /// Number of pairs that were requested, including those on record.
    asked: u64,
    complete: Complete,
    /// Games that wait to be played again. Until they have a result, neither their pairs nor any later one can be
    /// folded.
    waiting: BTreeSet<MatchKey>,
}

impl Agenda for Games<'_> {
    /// A commit waits for the disk, and pairs are requested one at a time.
    const GROUP: usize = 128;

    fn ahead(&self, width: usize) -> usize {
        IN_FLIGHT * width
    }

    /// Returns one pair at a time, because its opening has to be found.
    fn next_jobs(&mut self, _room: usize) -> Result<Vec<MatchJob>, RunError> {
        let is_far_ahead = self.asked >= self.test.state().pairs + WINDOW;
        if is_far_ahead || !self.waiting.is_empty() {
            return Ok(Vec::new());
        }
        let jobs = self.test.jobs(self.asked)?;
        self.asked += 1;
        Ok(jobs.into())
    }

    fn note(&mut self, incident: &Incident) -> Result<(), RunError> {
        self.waiting.insert(incident.key());
        if let Incident::Void { key, why, tries, .. } = incident {
            (self.tell)(SequentialTestEvent::Void { key: *key, why: Arc::clone(why), tries: *tries });
        }
        self.test.note(&incident.to_string())
    }

    fn expose(&mut self, exposed: &ExposedWorker, matches: &[MatchKey]) -> Result<(), RunError> {
        (self.tell)(SequentialTestEvent::Exposed {
            worker: Arc::clone(&exposed.worker),
            why: exposed.why.as_str().into(),
            matches: matches.into(),
        });
        self.test.note(&exposure(&exposed.worker, &exposed.why, matches))
    }

    fn take(&mut self, played: Vec<(MatchJob, Record)>) -> Result<(), RunError> {
        for (job, record) in played {
            self.waiting.remove(&job.key);
            self.complete.insert(job.key, RecordedMatch::new(job.row(&record), record));
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), RunError> {
        for state in self.test.keep(&mut self.complete)? {
            (self.tell)(SequentialTestEvent::Pair(state));
        }
        Ok(())
    }

    fn is_over(&mut self, _out: usize) -> bool {
        self.test.state().verdict.is_some()
    }
}
