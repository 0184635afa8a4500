//! The entrant's module, asked again by whoever can play.

use game::{Game, Rules};
use job::{SeatMatch, SeatRecord, SizeClass};
use referee::Closing;

use crate::error::Problem;
use crate::findings::Answers;

/// A machine that asks modules.
pub trait Host {
    /// Asks a module again what was asked at its seat.
    ///
    /// # Errors
    /// If another engine played, or the module cannot be asked on this machine.
    fn ask(&self, question: &Question<'_>) -> Result<Retraced, Problem>;
}

/// A module, and the match of which it is asked again.
pub struct Question<'a> {
    /// The game.
    pub game: &'static dyn Game,
    /// The rule options.
    pub rules: Rules,
    /// The entrant's part of the match.
    pub record: &'a SeatRecord,
    /// What that says about its course.
    pub course: &'a SeatMatch,
    /// The bytes of the module.
    pub module: &'a [u8],
    /// The caps under which it is admitted.
    pub size: SizeClass,
}

/// What a module answered when it was asked again.
pub struct Retraced {
    /// The number of answers that are as recorded.
    pub answers: u32,
    /// Whether the question after these ended in the fault on record; `None` if there was none.
    pub same_fault: Option<bool>,
    /// What the module left behind.
    pub closing: Closing,
}

impl Question<'_> {
    /// Asks the module again and compares answers and log with the record. The answers are returned even if the log differs.
    pub(crate) fn compare(&self, host: &dyn Host) -> (Option<Answers>, Result<(), Problem>) {
        let Retraced { answers, same_fault, closing } = match host.ask(self) {
            Ok(retraced) => retraced,
            Err(problem) => return (None, Err(problem)),
        };
        let clock = self.record.limits.clock[self.record.seat].kind;
        let same_fault = match same_fault {
            None if self.course.loss.is_none() => false,
            Some(true) => true,
            _ => return (None, Err(Problem::OtherAnswer { answers, clock })),
        };
        let found = Answers { count: answers, same_fault };
        let recorded = &self.course.closing;
        if closing.log != recorded.log || closing.log_dropped != recorded.log_dropped {
            return (Some(found), Err(Problem::OtherLog { clock }));
        }
        (Some(found), Ok(()))
    }
}
