//! Playing a run again and comparing.
//!
//! Where both seats run on fuel the bots play again, and everything must come out as recorded. Otherwise what is
//! recorded is put to the referee and the rules, which must make of it what is recorded; so is a match in which a
//! bot was slow, up to which the bots must do as recorded.
//!
//! In reading order: what is on file of a match and what looking at it shows; a difference; a match by its record;
//! one with a slow bot; what was played; what it was before.

mod by_record;
mod difference;
mod earlier;
mod finding;
mod on_file;
mod slow;
mod subject;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use game::Game;
use ledger::{Ledger, LedgerError, MatchRow, Root, RunFolder};
use referee::{MatchSeed, Record};
use sandbox::Sandbox;
use tournament::{MatchKey, RunSeed, match_seed};

use self::by_record::by_record;
use self::difference::difference;
pub use self::earlier::Earlier;
use self::finding::Finding;
use self::on_file::OnFile;
use self::subject::Subject;
use crate::error::RunError;
use crate::job::{MatchJob, Roster, Terms};
use crate::run::check_engine;
use crate::slots::Slots;
use crate::tries::{Tried, Tries, slow_loss};

/// Matches that are played at one time.
const WINDOW: usize = 1024;
/// How long to wait for results at one time.
const PATIENCE: Duration = Duration::from_secs(1);

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
    ledger: Ledger,
    subject: Subject,
    games: Vec<&'static dyn Game>,
    seed: RunSeed,
    roster: Arc<Roster>,
    terms: Vec<Arc<Terms>>,
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
        let ledger = Ledger::open_read_only(folder)?;
        let header = ledger.header()?;
        let subject = Subject::read(&ledger, &header, games)?;
        check_engine(&sandbox, subject.game(), &header)?;
        let roster = Arc::new(subject.roster(&ledger, sandbox)?);
        let terms = subject.terms();
        let (games, seed) = (games.to_vec(), RunSeed::from(header.seed));
        Ok(Recorded { ledger, subject, games, seed, roster, terms })
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Game {
        self.subject.game()
    }

    /// A recorded match, if the run has it.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn find(&self, key: MatchKey) -> Result<Option<MatchRow>, RunError> {
        let stored = self.ledger.find_match(key)?;
        stored
            .map(|stored| stored.verified().map_err(|error| LedgerError::Damaged { what: error.to_string() }))
            .transpose()
            .map_err(RunError::from)
    }

    /// The job of a recorded match.
    ///
    /// # Errors
    /// When the plan has no such stage.
    pub fn job(&self, row: &MatchRow) -> Result<MatchJob, RunError> {
        let terms = self.terms.get(usize::from(row.key.stage())).ok_or(RunError::Unscheduled(row.key))?;
        Ok(MatchJob {
            key: row.key,
            entrants: row.entrants,
            terms: Arc::clone(terms),
            start: row.start.as_deref().map(Arc::from),
            seed: MatchSeed::new(match_seed(self.seed, row.key)),
        })
    }

    /// Plays one match again: with the bots where both seats run on fuel, otherwise by what is recorded.
    ///
    /// # Errors
    /// When the host fails, or the record cannot be read.
    pub fn replay(&self, row: &MatchRow) -> Result<OneMatch, RunError> {
        let job = self.job(row)?;
        let file = self.on_file(row.clone())?;
        let damaged = |what: String| LedgerError::Damaged { what: format!("match {}: {what}", job.key) };
        let again = if job.terms.limits.is_repeatable() {
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

    /// Checks hashes, seals and schedule, then looks at every match again on the given number of slots. `progress`
    /// is told how many have been looked at.
    ///
    /// # Errors
    /// When the host fails or the record cannot be read at all; whatever is not as recorded is in the result.
    pub fn verify(&self, jobs: usize, progress: &mut dyn FnMut(u64)) -> Result<Verification, RunError> {
        let mut seen = Verification { differences: self.ledger.check()?, ..Verification::default() };
        let fit = self.subject.fit(&self.ledger, self.seed)?;
        seen.differences.extend(fit.misfits);
        seen.missing = fit.missing;
        if seen.missing.is_none() {
            seen.root = self.ledger.root(self.terms.len())?;
        }
        let mut replayed = Replayed { of: self, waiting: BTreeMap::new(), seen, progress };
        let slots = Slots::start(jobs, &self.roster)?;
        let mut tries = Tries::new(&slots);
        self.ledger.for_each_match(None, |stored| {
            // A row that is not what was written is named by its hash already.
            let Ok(row) = stored.verified() else { return Ok(()) };
            let Some((job, file)) = replayed.asked(row)? else { return Ok(()) };
            if job.terms.limits.is_repeatable() {
                replayed.waiting.insert(job.key, (job.clone(), file));
                tries.submit([job]);
                while tries.is_alone() || replayed.waiting.len() >= WINDOW {
                    replayed.take(&mut tries);
                }
            } else {
                let finding = self.judge_by_record(&job, &file);
                replayed.note(job.key, finding);
            }
            Ok::<(), RunError>(())
        })?;
        while !replayed.waiting.is_empty() {
            replayed.take(&mut tries);
        }
        replayed.seen.differences.sort();
        Ok(replayed.seen)
    }

    fn on_file(&self, row: MatchRow) -> Result<OnFile, LedgerError> {
        let parts = self.ledger.private_parts(row.key)?;
        Ok(OnFile { row, parts, keeps_log_marks: self.ledger.keeps_log_marks() })
    }

    /// Whether a match is as recorded, which was played by the bots again where both seats run on fuel.
    fn judge(&self, job: &MatchJob, file: &OnFile, again: &Record) -> Finding {
        if !job.terms.limits.is_repeatable() {
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
    fn judge_by_record(&self, job: &MatchJob, file: &OnFile) -> Finding {
        match by_record(&self.roster, job, file) {
            Ok(record) => difference(file, &record).map_or(Finding::ByRecord, Finding::Different),
            Err(why) => Finding::Different(format!("it cannot have been played: {why}")),
        }
    }
}

/// Rows whose matches are being played again.
struct Replayed<'a> {
    of: &'a Recorded,
    waiting: BTreeMap<MatchKey, (MatchJob, OnFile)>,
    seen: Verification,
    progress: &'a mut dyn FnMut(u64),
}

impl Replayed<'_> {
    /// What is to be looked at for a row; `None` when what is on record of it shows that nothing can be.
    fn asked(&mut self, row: MatchRow) -> Result<Option<(MatchJob, OnFile)>, RunError> {
        let key = row.key;
        let job = match self.of.job(&row) {
            Ok(job) => job,
            Err(error) => {
                self.note(key, Finding::Different(error.to_string()));
                return Ok(None);
            }
        };
        match self.of.on_file(row) {
            Ok(file) => Ok(Some((job, file))),
            Err(LedgerError::Damaged { what }) => {
                self.note(key, Finding::Different(what));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn take(&mut self, tries: &mut Tries<'_>) {
        tries.play_one_alone();
        for tried in tries.collect(PATIENCE) {
            let (key, again) = match tried {
                Tried::Played(job, record) => (job.key, Ok(record)),
                Tried::Void { key, why, last: true, .. } => (key, Err(why)),
                // It will be back.
                Tried::Slow { .. } | Tried::Void { .. } => continue,
            };
            let Some((job, file)) = self.waiting.remove(&key) else { continue };
            let finding = match again {
                Ok(record) => self.of.judge(&job, &file, &record),
                Err(why) => Finding::Different(format!("it cannot be played again: {why}")),
            };
            self.note(key, finding);
        }
    }

    /// Counts a match with what looking at it showed.
    fn note(&mut self, key: MatchKey, finding: Finding) {
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
