//! Playing a run again and comparing.
//!
//! Where both seats run on fuel the bots play again, and everything must come out as recorded. Otherwise what is
//! recorded is put to the referee and the rules, which must make of it what is recorded; so is a match in which a
//! bot was slow, up to which the bots must do as recorded.
//!
//! In reading order: what looking at a match shows; a difference; a match by its record; one with a slow bot; and the
//! run as it is played again.

mod by_record;
mod difference;
mod finding;
mod slow;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game::Game;
use ledger::{LedgerError, MatchRow, Root, RunFolder, StoredRow};
use referee::{MatchSeed, Record};
use run::{Earlier, RecordError, RecordedMatch, RecordedRun, Subject};
use sandbox::Sandbox;
use tournament::{MatchKey, match_seed};

use self::by_record::by_record;
use self::difference::difference;
use self::finding::Finding;
use crate::dispatch::{Agenda, Incident, dispatch, slow_loss};
use crate::engine::check_engine;
use crate::error::RunError;
use crate::executor::Executor;
use crate::local_threads::LocalThreads;
use crate::match_job::{MatchJob, MatchSettings};
use crate::roster::Roster;
use crate::run::roster_of;

/// Matches that are played at one time.
const WINDOW: usize = 1024;
/// Matches that are read from the ledger at one time.
const PAGE: usize = 256;

/// What playing a run again showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Matches that were looked at.
    pub matches: u64,
    /// Those of them whose result rests on the record alone: not played by the bots again, or not to the end.
    pub by_record: u64,
    /// Everything that is not as recorded, in schedule order; empty when all is well.
    pub differences: Vec<String>,
    /// Matches in which a bot was slow by the record or is here, but not both, each with what was seen. Up to there
    /// they are as recorded.
    pub unconfirmed: BTreeMap<MatchKey, String>,
    /// What is still to be played, in words; `None` when the run is complete.
    pub missing: Option<String>,
    /// The root of a complete run.
    pub root: Option<Root>,
}

/// One match played again.
pub struct OneMatch {
    /// As it is on record.
    pub row: MatchRow,
    /// As it is here: played by the bots, or put to the rules as recorded.
    pub again: Record,
    /// In what it is not as recorded.
    pub difference: Option<String>,
    /// Why nobody can say whether it is.
    pub unconfirmed: Option<String>,
}

/// A recorded run or sequential test, opened to be looked at: nothing in its folder is changed or trusted.
pub struct Recorded {
    run: RecordedRun,
    subject: Subject,
    games: Vec<&'static dyn Game>,
    roster: Arc<Roster>,
    settings: Vec<Arc<MatchSettings>>,
}

impl Recorded {
    /// Opens a run's folder.
    ///
    /// # Errors
    /// When there is no run, it cannot be read, or another engine played it.
    pub fn open(
        folder: &RunFolder,
        games: &[&'static dyn Game],
        sandbox: Sandbox,
    ) -> Result<Recorded, RunError> {
        let run = RecordedRun::open_read_only(folder)?;
        let subject = run.subject(games)?;
        let game = subject.game();
        check_engine(&sandbox, game, &run.header)?;
        let roster = Arc::new(roster_of(&run, sandbox)?);
        let stages = subject.stages().into_iter();
        let settings =
            stages.map(|(rules, limits)| Arc::new(MatchSettings::new(game, rules.clone(), limits))).collect();
        Ok(Recorded { run, subject, games: games.to_vec(), roster, settings })
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Game {
        self.subject.game()
    }

    /// The entrants with what plays for them.
    pub fn roster(&self) -> &Arc<Roster> {
        &self.roster
    }

    /// A recorded match, if the run has it.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn find(&self, key: MatchKey) -> Result<Option<MatchRow>, RunError> {
        Ok(self.run.find(key)?)
    }

    /// The latest state before the present one whose root is as wanted; `None` when the run was never in it, or not
    /// complete then.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn earlier(&self, wanted: &dyn Fn(&Root) -> bool) -> Result<Option<Earlier>, RunError> {
        Ok(self.run.earlier(&self.games, wanted)?)
    }

    /// The job of a recorded match.
    ///
    /// # Errors
    /// When the plan has no such stage.
    pub fn job(&self, row: &MatchRow) -> Result<MatchJob, RunError> {
        let settings =
            self.settings.get(usize::from(row.key.stage())).ok_or(RecordError::Unscheduled(row.key))?;
        Ok(MatchJob {
            key: row.key,
            entrants: row.entrants,
            settings: Arc::clone(settings),
            start: row.start.as_deref().map(Arc::from),
            seed: MatchSeed::new(match_seed(self.run.seed(), row.key)),
            alone: false,
        })
    }

    /// Plays one match again: with the bots where both seats run on fuel, otherwise by what is recorded.
    ///
    /// # Errors
    /// When the host fails, or the record cannot be read.
    pub fn replay(&self, row: &MatchRow) -> Result<OneMatch, RunError> {
        let job = self.job(row)?;
        let file = self.run.whole(row.clone())?;
        let damaged = |what: String| LedgerError::Damaged { what: format!("match {}: {what}", job.key) };
        let again = if job.settings.limits.is_repeatable() {
            let played = self.roster.play(&job, |_| true).map_err(|error| damaged(error.to_string()))?;
            played.ok_or_else(|| damaged("it was dropped".to_owned()))?
        } else {
            by_record(&self.roster, &job, &file).map_err(damaged)?
        };
        let (difference, unconfirmed) = match self.judge(&job, &file, &again) {
            Finding::Again | Finding::ByRecord => (None, None),
            Finding::Unconfirmed(what) => (None, Some(what)),
            Finding::Different(what) => (Some(what), None),
        };
        Ok(OneMatch { row: file.row, again, difference, unconfirmed })
    }

    /// Checks hashes, seals and schedule, then looks at every match again on the given number of threads. `progress`
    /// is told how many have been looked at.
    ///
    /// # Errors
    /// As [`verify_on`](Self::verify_on), and when the operating system refuses a thread.
    pub fn verify(&self, jobs: usize, progress: &mut dyn FnMut(u64)) -> Result<Verification, RunError> {
        self.verify_on(&LocalThreads::start(jobs, &self.roster)?, progress)
    }

    /// Checks hashes, seals and schedule, then looks at every match again on an executor. `progress` is told how many
    /// have been looked at.
    ///
    /// # Errors
    /// When the record cannot be read at all, or the executor is lost; whatever is not as recorded is in the result.
    pub fn verify_on(
        &self,
        executor: &dyn Executor,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Verification, RunError> {
        let mut seen = Verification { differences: self.run.ledger.check()?, ..Verification::default() };
        let fit = self.subject.fit(&self.run)?;
        seen.differences.extend(fit.misfits);
        seen.missing = fit.missing;
        if seen.missing.is_none() {
            seen.root = self.run.ledger.root(self.settings.len())?;
        }
        let mut replayed = Replayed {
            of: self,
            rows: VecDeque::new(),
            last: None,
            waiting: BTreeMap::new(),
            seen,
            progress,
        };
        // Nobody stops it but by ending the program, and what the host failed at is in the result.
        dispatch(executor, &mut replayed, &AtomicBool::new(false))?;
        replayed.seen.differences.sort();
        Ok(replayed.seen)
    }

    /// Whether a match is as recorded, which was played by the bots again where both seats run on fuel.
    fn judge(&self, job: &MatchJob, file: &RecordedMatch, again: &Record) -> Finding {
        if !job.settings.limits.is_repeatable() {
            return self.judge_by_record(job, file);
        }
        if !file.is_slow() && slow_loss(again).is_none() {
            return difference(file, again).map_or(Finding::Again, Finding::Different);
        }
        // What was not played again must at least be what the rules make of it.
        match self.judge_by_record(job, file) {
            Finding::ByRecord => slow::compare(file, again),
            different => different,
        }
    }

    /// Whether the rules make of what is recorded what is recorded.
    fn judge_by_record(&self, job: &MatchJob, file: &RecordedMatch) -> Finding {
        match by_record(&self.roster, job, file) {
            Ok(record) => difference(file, &record).map_or(Finding::ByRecord, Finding::Different),
            Err(why) => Finding::Different(format!("it cannot have been played: {why}")),
        }
    }
}

/// Rows whose matches are being played again.
struct Replayed<'a> {
    of: &'a Recorded,
    /// Read from the ledger, and not looked at.
    rows: VecDeque<StoredRow>,
    /// The last one that was read.
    last: Option<MatchKey>,
    waiting: BTreeMap<MatchKey, RecordedMatch>,
    seen: Verification,
    progress: &'a mut dyn FnMut(u64),
}

impl Replayed<'_> {
    /// The next row that is on record; `None` behind the last.
    fn next_row(&mut self) -> Result<Option<StoredRow>, RunError> {
        if self.rows.is_empty() {
            self.rows = self.of.run.ledger.matches_after(self.last, PAGE)?.into();
            self.last = self.rows.back().map(|stored| stored.row.key).or(self.last);
        }
        Ok(self.rows.pop_front())
    }

    /// What is to be looked at for a row; `None` when what is on record of it shows that nothing can be.
    fn asked(&mut self, row: MatchRow) -> Result<Option<(MatchJob, RecordedMatch)>, RunError> {
        let key = row.key;
        let job = match self.of.job(&row) {
            Ok(job) => job,
            Err(error) => {
                self.count(key, Finding::Different(error.to_string()));
                return Ok(None);
            }
        };
        match self.of.run.whole(row) {
            Ok(file) => Ok(Some((job, file))),
            Err(LedgerError::Damaged { what }) => {
                self.count(key, Finding::Different(what));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Counts a match with what looking at it showed.
    fn count(&mut self, key: MatchKey, finding: Finding) {
        self.seen.matches += 1;
        match finding {
            Finding::Again => {}
            Finding::ByRecord => self.seen.by_record += 1,
            Finding::Unconfirmed(what) => {
                self.seen.by_record += 1;
                self.seen.unconfirmed.insert(key, what);
            }
            Finding::Different(what) => self.seen.differences.push(format!("match {key}: {what}")),
        }
        (self.progress)(self.seen.matches);
    }
}

impl Agenda for Replayed<'_> {
    type Error = RunError;

    /// Every match is looked at, whatever became of the others.
    const MOST_SET_ASIDE: usize = usize::MAX;

    fn ahead(&self, _width: usize) -> usize {
        WINDOW
    }

    /// Matches whose bots can play again. Any other is looked at here, by its record.
    fn next_jobs(&mut self, room: usize) -> Result<Vec<MatchJob>, RunError> {
        let mut jobs = Vec::new();
        while jobs.len() < room && self.waiting.len() < WINDOW {
            let Some(stored) = self.next_row()? else { break };
            // A row that is not what was written is named by its hash already.
            let Ok(row) = stored.verified() else { continue };
            let Some((job, file)) = self.asked(row)? else { continue };
            if job.settings.limits.is_repeatable() {
                self.waiting.insert(job.key, file);
                jobs.push(job);
            } else {
                let finding = self.of.judge_by_record(&job, &file);
                self.count(job.key, finding);
            }
        }
        Ok(jobs)
    }

    fn note(&mut self, incident: &Incident) -> Result<(), RunError> {
        if let Incident::Void { key, why, is_last: true, .. } = incident
            && self.waiting.remove(key).is_some()
        {
            self.count(*key, Finding::Different(format!("it cannot be played again: {why}")));
        }
        Ok(())
    }

    fn take(&mut self, played: Vec<(MatchJob, Record)>) -> Result<(), RunError> {
        for (job, again) in played {
            if let Some(file) = self.waiting.remove(&job.key) {
                let finding = self.of.judge(&job, &file, &again);
                self.count(job.key, finding);
            }
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), RunError> {
        Ok(())
    }

    fn is_over(&mut self, _out: usize) -> bool {
        false
    }
}
