//! Submissions being checked and trial matches in progress, which are not on record.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use class_operations::judging::TrialProgress;
use class_operations::submission::StepsNow;

use crate::lock::lock;

/// The submissions of a class that this process is checking, and the trial matches that it is playing.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunningChecks(Arc<Mutex<CheckState>>);

#[derive(Debug, Default)]
struct CheckState {
    checked: BTreeSet<u32>,
    trials: Option<TrialProgress>,
}

/// A check in progress, until it is dropped.
#[derive(Debug)]
pub(crate) struct RunningCheck {
    checks: RunningChecks,
    number: u32,
}

impl RunningChecks {
    /// Begins the check of a submission.
    pub(crate) fn begin(&self, number: u32) -> RunningCheck {
        lock(&self.0).checked.insert(number);
        RunningCheck { checks: self.clone(), number }
    }

    /// Returns `true` if the submission is being checked.
    pub(crate) fn has(&self, number: u32) -> bool {
        lock(&self.0).checked.contains(&number)
    }

    /// Sets the trial matches being played and their progress. Returns `true` if that changed.
    pub(crate) fn set_trials(&self, trials: Option<TrialProgress>) -> bool {
        let now = &mut lock(&self.0).trials;
        let is_new = *now != trials;
        *now = trials;
        is_new
    }

    /// Returns the current step of a submission, by its number, and the trial matches in progress, of any version.
    pub(crate) fn now(&self, number: u32) -> StepsNow {
        let now = lock(&self.0);
        StepsNow { is_being_checked: now.checked.contains(&number), trials: now.trials }
    }
}

impl Drop for RunningCheck {
    fn drop(&mut self) {
        lock(&self.checks.0).checked.remove(&self.number);
    }
}
