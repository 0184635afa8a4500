//! Playing a run again and comparing.

mod by_record;
mod difference;
mod subject;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use game::Game;
use ledger::{Ledger, LedgerError, MatchRow, RunFolder};
use referee::{ClockKind, Fault, MatchSeed, Record};
use sandbox::Sandbox;
use tournament::{MatchKey, RunSeed, match_seed};

use self::by_record::{by_record, ended_by_fault};
use self::difference::difference;
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

const SLOW_AS_RECORDED: &str = "a bot was slow when it was recorded";
const SLOW_HERE: &str = "a bot is slow on this machine, and was not when it was recorded";

/// What playing a run again showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Matches played again.
    pub matches: u64,
    /// Everything that is not as recorded, in schedule order; empty when all is well.
    pub differences: Vec<String>,
    /// Matches that cannot be played again: the fault `slow`, which depends on a machine, and under the clocks
    /// `cpu` and `wall` every fault.
    pub excepted: u64,
    /// Those of them that have the fault `slow`, each with when it came: as recorded, or here.
    pub slow: BTreeMap<MatchKey, &'static str>,
}

/// A recorded run or sequential test, opened to be looked at: nothing in its folder is changed or trusted.
pub struct Recorded {
    ledger: Ledger,
    subject: Subject,
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
        Ok(Recorded { ledger, subject, seed: RunSeed::from(header.seed), roster, terms })
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

    /// Plays one match again: under the fuel clock with the bots, under the others by the recorded actions.
    ///
    /// # Errors
    /// When the host fails, or the record cannot be read.
    pub fn replay(&self, row: &MatchRow) -> Result<Record, RunError> {
        let job = self.job(row)?;
        let failed = |error: &dyn std::error::Error| {
            RunError::from(LedgerError::Damaged { what: format!("match {}: {error}", row.key) })
        };
        if job.terms.limits.clock.kind != ClockKind::Fuel {
            return by_record(&job, row).map_err(|what| LedgerError::Damaged { what }.into());
        }
        let record = self.roster.play(&job, |_| true).map_err(|error| failed(&error))?;
        record.ok_or_else(|| LedgerError::Damaged { what: format!("match {} was dropped", row.key) }.into())
    }

    /// Checks hashes, seals and schedule, then plays every match again on so many slots. `progress` is told
    /// how many have been played.
    ///
    /// # Errors
    /// When the host fails or the record cannot be read at all; whatever is not as recorded is in the result.
    pub fn verify(&self, jobs: usize, progress: &mut dyn FnMut(u64)) -> Result<Verification, RunError> {
        let mut seen = Verification { differences: self.ledger.check()?, ..Verification::default() };
        seen.differences.extend(self.subject.misfits(&self.ledger, self.seed)?);
        let mut replayed = Replayed { waiting: BTreeMap::new(), seen, progress };
        let slots = Slots::start(jobs, &self.roster)?;
        let mut tries = Tries::new(&slots);
        self.ledger.for_each_match(None, |stored| {
            // A row that is not what was written is named by its hash already.
            let Ok(row) = stored.verified() else { return Ok(()) };
            let job = self.job(&row)?;
            if is_slow(&row) {
                replayed.except_slow(&row, SLOW_AS_RECORDED);
            } else if job.terms.limits.clock.kind == ClockKind::Fuel {
                replayed.waiting.insert(row.key, row);
                tries.submit([job]);
                while tries.is_alone() || replayed.waiting.len() >= WINDOW {
                    replayed.take(&mut tries);
                }
            } else if ended_by_fault(&row) {
                replayed.except();
            } else {
                let again = by_record(&job, &row);
                replayed.compare(&row, again.as_ref().map_err(Clone::clone));
            }
            Ok::<(), RunError>(())
        })?;
        while !replayed.waiting.is_empty() {
            replayed.take(&mut tries);
        }
        replayed.seen.differences.sort();
        Ok(replayed.seen)
    }
}

/// Rows whose matches are being played again.
struct Replayed<'a> {
    waiting: BTreeMap<MatchKey, MatchRow>,
    seen: Verification,
    progress: &'a mut dyn FnMut(u64),
}

impl Replayed<'_> {
    fn take(&mut self, tries: &mut Tries<'_>) {
        tries.play_one_alone();
        for tried in tries.collect(PATIENCE) {
            let (key, again) = match tried {
                Tried::Played(job, record) => (job.key, Ok(record)),
                Tried::Void { key, why, last: true, .. } => (key, Err(why)),
                // It will be back.
                Tried::Slow { .. } | Tried::Void { .. } => continue,
            };
            let Some(row) = self.waiting.remove(&key) else { continue };
            match again {
                Ok(record) if slow_loss(&record).is_some() => {
                    self.except_slow(&row, SLOW_HERE);
                }
                again => self.compare(&row, again.as_deref().map_err(Clone::clone)),
            }
        }
    }

    /// Counts a match that cannot be played again.
    fn except(&mut self) {
        self.seen.matches += 1;
        self.seen.excepted += 1;
        (self.progress)(self.seen.matches);
    }

    /// Counts a match whose verdict depends on the machine, and names it.
    fn except_slow(&mut self, row: &MatchRow, when: &'static str) {
        self.seen.slow.insert(row.key, when);
        self.except();
    }

    fn compare(&mut self, row: &MatchRow, again: Result<&Record, String>) {
        self.seen.matches += 1;
        self.seen.differences.extend(difference(row, again));
        (self.progress)(self.seen.matches);
    }
}

/// Whether the verdict is the one that depends on a machine.
fn is_slow(row: &MatchRow) -> bool {
    row.forfeit.iter().any(|(_, failed)| *failed) && row.reason.contains(&Fault::Slow.to_string())
}
