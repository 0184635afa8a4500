//! Where a single bot is tried and asked, outside of any schedule.

use job::{
    Job, MatchSettings, NotAdmitted, ReadyModule, SeatJob, SeatMatch, SeatRecord, SizeClass, Validator,
};
use referee::{HostFailure, Record};
use sandbox::{HostError, Making};

use crate::retrace::{RetraceError, RetraceSummary};
use crate::start_cost::StartCost;

/// Where a single bot is tried and asked, outside of any schedule: in this process, or in a worker. What jobs and seats name
/// is held by whoever calls.
pub trait Workbench {
    /// What decides there.
    fn validator(&self) -> &dyn Validator;

    /// Checks a module and makes it ready, as [`Validator::validate`] does, and says how.
    ///
    /// # Errors
    /// When nothing could be done at all, which says nothing about the module.
    fn admit(&self, module: &[u8], size: SizeClass) -> Result<Result<CheckedModule, NotAdmitted>, HostError>;

    /// Plays a match and waits for it.
    ///
    /// # Errors
    /// When the host failed, which is not the bot's fault.
    fn play(&self, job: &Job) -> Result<Record, HostFailure>;

    /// Starts what plays at a seat and asks it for the first move of a match, whether or not it then fails.
    ///
    /// # Errors
    /// When the host failed.
    fn start_cost(&self, bot: &SeatJob, settings: &MatchSettings) -> Result<StartCost, HostFailure>;

    /// Asks a module again what was asked at one seat of a recorded match.
    ///
    /// # Errors
    /// When the record is not one of a match, or the host failed.
    fn retrace(&self, question: &RetraceQuestion<'_>) -> Result<RetraceSummary, RetraceError>;
}

/// A module that was admitted, and how its machine code was obtained.
#[derive(Clone, Debug)]
pub struct CheckedModule {
    /// The module, held.
    pub ready: ReadyModule,
    /// How its machine code was obtained.
    pub making: Making,
}

/// One seat of a recorded match, and the module that is asked again.
pub struct RetraceQuestion<'a> {
    /// Game, rule options and limits.
    pub settings: &'a MatchSettings,
    /// What is recorded.
    pub record: &'a SeatRecord,
    /// The course of the match, by the record.
    pub course: &'a SeatMatch,
    /// The module.
    pub module: &'a ReadyModule,
}
