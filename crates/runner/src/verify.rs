//! Playing a run again and comparing.
//!
//! Where both seats run on fuel the bots play again, and everything must come out as recorded. Otherwise what is
//! recorded is put to the referee and the rules, which must make of it what is recorded; so is a match in which a
//! bot was slow, up to which the bots must do as recorded.
//!
//! In reading order: what looking at a match shows; a difference; a match by its record;
//! one with a slow bot; the recorded run; its matches as they are played again; what that showed.

mod by_record;
mod difference;
mod finding;
mod recorded;
mod replayed;
mod slow;
mod verification;

use std::sync::atomic::AtomicBool;

pub use self::recorded::{OneMatch, Recorded};
use self::replayed::Replayed;
pub use self::verification::Verification;
use crate::dispatch::dispatch;
use crate::error::RunError;
use crate::executor::Executor;
use crate::local_threads::LocalThreads;

impl Recorded {
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
        let mut replayed = Replayed::new(self, seen, progress);
        // Nobody stops it but by ending the program, and what the host failed at is in the result.
        dispatch(executor, &mut replayed, &AtomicBool::new(false))?;
        Ok(replayed.seen())
    }
}
