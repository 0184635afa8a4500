//! A place to try and ask a single bot, outside of any schedule.

use job::{Job, MatchSettings, NotAdmitted, ReadyModule, SeatJob, SeatRecord, SizeClass, Validator};
use referee::{HostFailure, Played, Record};
use sandbox::{BuildCost, HostError};

use crate::retrace::{RetraceEnd, RetraceError, RetraceSummary};
use crate::start_cost::StartCost;

/// A place to try and ask a single bot, outside of any schedule: this process, or a worker. The caller must hold the
/// modules that jobs and seats name.
pub trait Workbench {
    /// Returns the validator of the workbench.
    fn validator(&self) -> &dyn Validator;

    /// Checks a module and prepares it for playing, as [`Validator::validate`] does, and reports how.
    ///
    /// # Errors
    /// Returns an error if the check could not be done, which says nothing about the module.
    fn admit(&self, module: &[u8], size: SizeClass) -> Result<Result<CheckedModule, NotAdmitted>, HostError>;

    /// Plays a match and waits for its end.
    ///
    /// # Errors
    /// Returns an error if the host failed, which is not the bot's fault.
    fn play(&self, job: &Job) -> Result<Record, HostFailure>;

    /// Starts the player of a seat and asks it for the first move of a match. The player may fail.
    ///
    /// # Errors
    /// Returns an error if the host failed.
    fn start_cost(&self, bot: &SeatJob, settings: &MatchSettings) -> Result<StartCost, HostFailure>;

    /// Asks a module again the questions of one seat of a recorded match.
    ///
    /// # Errors
    /// Returns an error if the record is not one of a match, or the host failed.
    fn retrace(&self, question: &RetraceQuestion<'_>) -> Result<RetraceSummary, RetraceError>;
}

/// An admitted module, with the way in which its machine code was obtained.
#[derive(Clone, Debug)]
pub struct CheckedModule {
    /// The module, which this value holds.
    pub ready: ReadyModule,
    /// The way in which its machine code was obtained.
    pub making: BuildCost,
}

/// One seat of a recorded match, with the module to ask again.
pub struct RetraceQuestion<'a> {
    /// Game, rule options and limits.
    pub settings: &'a MatchSettings,
    /// The record of the seat.
    pub record: &'a SeatRecord,
    /// All actions of the match, decoded from the record.
    pub played: &'a [Played],
    /// The module.
    pub module: &'a ReadyModule,
    /// The last question.
    pub until: RetraceEnd,
}
