//! Asking the entrant's module again, on a machine that can play.

use game::{Game, Rules};
use job::{SeatRecord, SizeClass};
use referee::{Closing, Played};

use crate::error::Problem;
use crate::findings::RepeatedAnswers;

/// A machine that asks modules.
pub trait Host {
    /// Asks a module the questions of its seat again.
    ///
    /// # Errors
    /// If another engine played, or the module cannot be asked on this machine.
    fn ask(&self, question: &Question<'_>) -> Result<Retraced, Problem>;
}

/// A module, and the match to ask it about again.
pub struct Question<'a> {
    /// The game.
    pub game: &'static dyn Game,
    /// The rule options.
    pub rules: Rules,
    /// The entrant's part of the match.
    pub record: &'a SeatRecord,
    /// All actions, decoded from the record.
    pub played: &'a [Played],
    /// The bytes of the module.
    pub module: &'a [u8],
    /// The caps under which the module is admitted.
    pub size: SizeClass,
}

/// The result of asking a module again.
pub struct Retraced {
    /// Number of answers that match the record.
    pub answers: u32,
    /// `true` if the next question ended in the recorded fault; `None` if it ended in no fault.
    pub same_fault: Option<bool>,
    /// The module's log and peak memory.
    pub closing: Closing,
}

impl Question<'_> {
    /// Asks the module again and compares answers and log with the record. Returns the answers even if the log
    /// differs.
    pub(crate) fn compare(&self, host: &dyn Host) -> (Option<RepeatedAnswers>, Result<(), Problem>) {
        let Retraced { answers, same_fault, closing } = match host.ask(self) {
            Ok(retraced) => retraced,
            Err(problem) => return (None, Err(problem)),
        };
        let clock = self.record.limits.clock[self.record.seat].kind;
        let same_fault = match same_fault {
            None if self.record.loss.is_none() => false,
            Some(true) => true,
            _ => return (None, Err(Problem::OtherAnswer { answers, clock })),
        };
        let found = RepeatedAnswers { count: answers, same_fault };
        let recorded = &self.record.closing;
        if closing.log != recorded.log || closing.log_dropped != recorded.log_dropped {
            return (Some(found), Err(Problem::OtherLog { clock }));
        }
        (Some(found), Ok(()))
    }
}
