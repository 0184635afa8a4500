//! Verification: playing a run again and comparing it with the record.
//!
//! If both seats run on fuel, the bots play again, and everything must be as recorded. Otherwise, the referee and the
//! rules judge the recorded actions again, and must reach the recorded result. The same applies to a match in which a
//! bot was slow; up to that call the bots must also play as recorded.
//!
//! In reading order: `finding`, `difference`, `by_record`, `slow`, `recorded`, `replay_agenda`, `verification`,
//! `ending`, `event`.

mod by_record;
mod difference;
mod ending;
mod event;
mod finding;
mod recorded;
mod replay_agenda;
mod slow_matches;
mod verification;

use std::sync::atomic::AtomicBool;

use config::StageSpec;
use job::Executor;
use ledger::LedgerError;
use run_folder::Subject;

pub use self::event::VerificationEvent;
pub use self::recorded::{OneMatch, RunCheck};
use self::replay_agenda::ReplayAgenda;
pub use self::verification::Verification;
use crate::dispatch::dispatch;
use crate::error::RunError;
use crate::event::Ending;
use crate::openings;

impl RunCheck {
    /// Checks hashes, seals and schedule, then checks every match. The executor must belong to the validator with which
    /// the run was opened. `tell` is called with the progress.
    ///
    /// # Errors
    /// When the record cannot be read at all, or the executor is lost. Differences are not errors: they are in the
    /// result.
    pub fn verify(
        &self,
        executor: &dyn Executor,
        tell: &mut dyn FnMut(VerificationEvent<'_>),
    ) -> Result<Verification, RunError> {
        self.verify_until(executor, &AtomicBool::new(false), tell).map(|(seen, _)| seen)
    }

    /// Like [`verify`](RunCheck::verify), until `stop` is set. Then the result covers the matches that were checked by
    /// then.
    ///
    /// # Errors
    /// As [`verify`](RunCheck::verify).
    pub fn verify_until(
        &self,
        executor: &dyn Executor,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(VerificationEvent<'_>),
    ) -> Result<(Verification, Ending), RunError> {
        let mut seen = Verification { differences: self.run.ledger.check()?, ..Verification::default() };
        if seen.differences.is_empty() {
            seen.differences = self.impossible_inputs()?;
        }
        let fit = self.subject.fit(&self.run)?;
        seen.differences.extend(fit.misfits);
        if let Subject::Tournament(plan) = &self.subject {
            let mut searching = |stage: &StageSpec, found| {
                let (name, of) = (stage.name.as_str(), stage.openings.count());
                tell(VerificationEvent::FindingOpenings { name, found, of });
            };
            // The search runs here, regardless of where matches are played.
            let threads = executor.width().min(openings::processors());
            let games = self.run.opening_games(plan)?;
            let differing = openings::differing(plan, &games, self.run.seed(), threads, &mut searching);
            seen.differences.extend(differing.into_iter().map(|stage| {
                format!("stage \"{stage}\": a new search finds different start positions from those that the run keeps")
            }));
        }
        seen.missing = fit.missing;
        if seen.missing.is_none() {
            seen.root = match self.run.ledger.root(&self.subject.terms()) {
                // The differences already describe the damage in more detail.
                Err(LedgerError::Damaged { .. }) if !seen.differences.is_empty() => None,
                root => root?,
            };
        }
        let mut checked = |matches| tell(VerificationEvent::Checked { matches });
        let mut replayed = ReplayAgenda::new(self, seen, &mut checked);
        // Matches at which the host failed are in the result.
        let ending = dispatch(executor, &mut replayed, stop)?;
        Ok((replayed.seen(), ending))
    }

    /// Returns a line for everything on record, except matches, that no run of this text can have.
    fn impossible_inputs(&self) -> Result<Vec<String>, RunError> {
        let mut lines = self.run.impossible_changes(&self.games, None)?;
        let strays = self
            .run
            .ledger
            .sealed_stages()?
            .into_iter()
            .filter(|stage| usize::from(*stage) >= self.stage_count());
        lines.extend(strays.map(|stage| {
            format!("stage {} is sealed but is not in the tournament's text", u32::from(stage) + 1)
        }));
        Ok(lines)
    }
}
