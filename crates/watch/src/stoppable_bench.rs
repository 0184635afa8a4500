//! A workbench that stops when a newer save waits.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use games::GAMES;
use hash::Hash;
use job::{Job, MatchSettings, NotAdmitted, SeatJob, SizeClass, Validator};
use play::{
    CheckedModule, JobRunner, LocalValidator, RetraceError, RetraceQuestion, RetraceSummary, StartCost,
    Workbench,
};
use referee::{HostFailure, Record};
use sandbox::HostError;

/// A workbench that aborts matches as soon as `stop` is set.
pub(crate) struct StoppableBench<'a> {
    pub(crate) validator: &'a LocalValidator,
    pub(crate) stop: &'a AtomicBool,
}

impl StoppableBench<'_> {
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Workbench for StoppableBench<'_> {
    fn validator(&self) -> &dyn Validator {
        self.validator
    }

    fn admit(&self, module: &[u8], size: SizeClass) -> Result<Result<CheckedModule, NotAdmitted>, HostError> {
        self.validator.admit(module, size)
    }

    fn play(&self, job: &Job) -> Result<Record, HostFailure> {
        let nowhere: BTreeMap<Hash, Arc<[u8]>> = BTreeMap::new();
        let mut runner = JobRunner::new(self.validator.clone(), GAMES);
        let played = runner.play(job, &nowhere, |_| !self.is_stopped())?;
        played.ok_or_else(|| HostFailure::new("the match was given up for a newer save", None))
    }

    fn start_cost(&self, bot: &SeatJob, settings: &MatchSettings) -> Result<StartCost, HostFailure> {
        self.validator.start_cost(bot, settings)
    }

    fn retrace(&self, question: &RetraceQuestion<'_>) -> Result<RetraceSummary, RetraceError> {
        self.validator.retrace(question)
    }
}
