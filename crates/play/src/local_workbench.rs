//! A workbench in this process.

use std::collections::BTreeMap;
use std::sync::Arc;

use games::GAMES;
use hash::Hash;
use job::{Job, MatchSettings, NotAdmitted, Plays, SeatJob, SizeClass, Validator};
use referee::{HostFailure, Record};
use sandbox::{Bot, HostError};

use crate::job_runner::{JobError, JobRunner};
use crate::retrace::{Retrace, RetraceError, RetraceSummary};
use crate::start_cost::StartCost;
use crate::validator::LocalValidator;
use crate::workbench::{CheckedModule, RetraceQuestion, Workbench};

impl Workbench for LocalValidator {
    fn validator(&self) -> &dyn Validator {
        self
    }

    fn admit(&self, module: &[u8], size: SizeClass) -> Result<Result<CheckedModule, NotAdmitted>, HostError> {
        self.check(module, size)
    }

    fn play(&self, job: &Job) -> Result<Record, HostFailure> {
        let nowhere: BTreeMap<Hash, Arc<[u8]>> = BTreeMap::new();
        let played = JobRunner::new(self.clone(), GAMES).play(job, &nowhere, |_| true)?;
        played.ok_or_else(|| HostFailure::new("a trial match was given up", None))
    }

    fn start_cost(&self, seat: &SeatJob, settings: &MatchSettings) -> Result<StartCost, HostFailure> {
        let Plays::Module { hash, size } = seat.plays else { return Ok(StartCost::default()) };
        StartCost::measure(self.sandbox(), &held(self, hash, size)?, &seat.settings.as_str().into(), settings)
    }

    fn retrace(&self, question: &RetraceQuestion<'_>) -> Result<RetraceSummary, RetraceError> {
        let RetraceQuestion { settings, record, played, module, until } = *question;
        let bot = &held(self, module.hash, module.size)?;
        Retrace { settings, record, played, bot, until }.run(self.sandbox())
    }
}

/// Returns a module that the caller holds.
fn held(validator: &LocalValidator, hash: Hash, size: SizeClass) -> Result<Bot, HostFailure> {
    validator.bot(hash, size).ok_or_else(|| JobError::missing(hash).into())
}
