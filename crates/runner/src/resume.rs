//! Resuming a run from its folder.

use std::collections::BTreeMap;
use std::sync::Arc;

use config::Plan;
use game::Game;
use hash::Hash;
use job::Validator;
use ledger::{Ledger, LedgerError, RunFolder};
use run_folder::{LockedRun, RecordedRun, entered};

use crate::admission::{Admission, Candidate, admit};
use crate::engine::check_engine;
use crate::error::RunError;
use crate::roster::Roster;
use crate::run::Run;
use crate::tournament_entry::{EnteredTournament, differences};

/// A run that can be resumed: its engine and its bots were checked. Nothing in its folder has changed so far.
pub struct Reopened {
    plan: Plan,
    roster: Roster,
    locked: LockedRun,
}

/// Opens the folder of a run that has begun, with the copies of the tournament and the bots in the ledger.
///
/// # Errors
/// Returns an error if the run does not exist, is in use, or was played with a different engine.
pub fn reopen(
    folder: &RunFolder,
    games: &[&'static dyn Game],
    validator: &dyn Validator,
) -> Result<Reopened, RunError> {
    Reopened::from_locked(LockedRun::take(folder)?, games, validator)
}

/// Resumes a run from its folder alone.
///
/// # Errors
/// As for [`reopen`] and [`Reopened::resume`].
pub fn resume(
    folder: &RunFolder,
    games: &[&'static dyn Game],
    validator: &dyn Validator,
) -> Result<Run, RunError> {
    reopen(folder, games, validator)?.resume()
}

impl Reopened {
    /// Checks a run whose folder is locked and open, as [`reopen`] does.
    ///
    /// # Errors
    /// When a different engine has played it so far.
    pub fn from_locked(
        locked: LockedRun,
        games: &[&'static dyn Game],
        validator: &dyn Validator,
    ) -> Result<Reopened, RunError> {
        let plan = checked_plan(&locked.record, games, validator)?;
        let roster = roster_of(&locked.record, validator)?;
        Ok(Reopened { plan, roster, locked })
    }

    /// Returns the differences between a tournament and the one that the run plays, one per line; `None` if the two are
    /// identical. A change of comments, key order or spaces alone results in an empty list.
    pub fn differences(&self, entered: &EnteredTournament) -> Option<Vec<String>> {
        let record = &self.locked.record;
        differences((&record.header, &record.entrants, &self.plan.files), entered)
    }

    /// Resumes the run.
    ///
    /// # Errors
    /// When the ledger cannot be written to.
    pub fn resume(self) -> Result<Run, RunError> {
        let Reopened { plan, roster, locked } = self;
        let (header, entrants) = (locked.record.header.clone(), locked.record.entrants.clone());
        let (ledger, lock) = locked.into_ledger()?;
        Ok(Run { plan, roster, record: RecordedRun { ledger, header, entrants }, _lock: lock })
    }
}

/// The plan of a run that this engine has played so far. Another engine may not be able to read it.
pub(crate) fn checked_plan(
    record: &RecordedRun,
    games: &[&'static dyn Game],
    validator: &dyn Validator,
) -> Result<Plan, RunError> {
    if let Some(game) = games::find_in(games, &record.header.game) {
        check_engine(validator, game, &record.header)?;
    }
    let plan = record.plan(games)?;
    record.check_plan(&plan)?;
    check_engine(validator, plan.game, &record.header)?;
    Ok(plan)
}

/// The roster of a recorded run, with the modules in its ledger.
pub(crate) fn roster_of(record: &RecordedRun, validator: &dyn Validator) -> Result<Roster, RunError> {
    let (roster, withheld) = roster_left(record, validator)?;
    match withheld.into_values().next() {
        None => Ok(roster),
        Some(hash) => Err(LedgerError::Withheld { hash }.into()),
    }
}

/// The roster of a recorded run as far as its ledger has the modules, and the entrants whose modules are withheld, with
/// their hashes.
pub(crate) fn roster_left(
    record: &RecordedRun,
    validator: &dyn Validator,
) -> Result<(Roster, BTreeMap<usize, String>), RunError> {
    let rows = &record.entrants;
    let (candidates, withheld) = stored_candidates(record)?;
    let Admission { roster, rows: now, .. } = admit(validator, &candidates)?;
    // This version may have other caps, and refuse the module.
    let mut both = rows.iter().zip(&now).enumerate().filter(|(at, _)| !withheld.contains_key(at));
    if let Some((_, (_, now))) =
        both.find(|(_, (was, now))| was.refusal.is_empty() && !now.refusal.is_empty())
    {
        return Err(RunError::refused(now));
    }
    Ok((roster, withheld))
}

/// The entrants with their modules, and those whose modules are withheld. A bot is admitted or refused only once: an
/// entrant that was refused when the run began comes without a module, is not checked again, and stays refused.
fn stored_candidates(
    RecordedRun { ledger, entrants, .. }: &RecordedRun,
) -> Result<(Vec<Candidate>, BTreeMap<usize, String>), RunError> {
    let mut modules: BTreeMap<Hash, Arc<[u8]>> = BTreeMap::new();
    let (mut candidates, mut withheld) = (Vec::new(), BTreeMap::new());
    for (at, row) in entrants.iter().enumerate() {
        let module = match row.module {
            Some(hash) if row.refusal.is_empty() => match modules.get(&hash) {
                Some(bytes) => Some(Arc::clone(bytes)),
                None => match stored_module(ledger, hash, &row.name) {
                    Ok(bytes) => Some(Arc::clone(modules.entry(hash).or_insert(bytes))),
                    Err(RunError::Ledger(LedgerError::Withheld { hash })) => {
                        withheld.insert(at, hash);
                        None
                    }
                    Err(error) => return Err(error),
                },
            },
            _ => None,
        };
        candidates.push(Candidate { plan: entered(row)?, module });
    }
    Ok((candidates, withheld))
}

fn stored_module(ledger: &Ledger, hash: Hash, entrant: &str) -> Result<Arc<[u8]>, RunError> {
    let missing = || LedgerError::Damaged { what: format!("the module of \"{entrant}\" is missing") };
    Ok(ledger.module(hash)?.ok_or_else(missing)?.into())
}
