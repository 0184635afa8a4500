//! The entrant's module, asked again. This file alone knows what plays.

use std::sync::Arc;

use explain::{Error, Kind};
use game::{Game, Rules};
use job::{MatchSettings, SeatMatch, SeatRecord, SizeClass};
use play::{Retrace, RetraceSummary};
use sandbox::{Bot, Sandbox};

use crate::error::Problem;
use crate::findings::Answers;

/// What asking a module needs of the machine.
pub trait Host {
    /// The sandbox in which it is asked.
    ///
    /// # Errors
    /// If the machine cannot have one.
    fn sandbox(&self) -> Result<Sandbox, Error>;

    /// The module as a bot.
    ///
    /// # Errors
    /// If it is not admitted.
    fn admit(&self, sandbox: &Sandbox, module: &[u8], size: SizeClass) -> Result<Bot, Error>;
}

/// The match whose module is asked.
pub(crate) struct Question<'a> {
    pub(crate) game: &'static dyn Game,
    pub(crate) rules: Rules,
    pub(crate) record: &'a SeatRecord,
    pub(crate) course: &'a SeatMatch,
    pub(crate) module: &'a [u8],
    pub(crate) size: SizeClass,
}

impl Question<'_> {
    /// Has the module answer. Answers come even where the log then is another one.
    pub(crate) fn ask(self, host: &dyn Host) -> (Option<Answers>, Result<(), Problem>) {
        match self.retrace(host) {
            Ok(retraced) => self.compare(&retraced),
            Err(problem) => (None, Err(problem)),
        }
    }

    fn retrace(&self, host: &dyn Host) -> Result<RetraceSummary, Problem> {
        let Question { game, rules, record, course, module, size } = self;
        let sandbox = host.sandbox().map_err(Problem::Module)?;
        let here = play::engine_fingerprint(&sandbox, *game);
        if here != record.engine {
            let advice = play::advice_on_engine(&record.engine, &here);
            return Err(Problem::OtherEngine { advice });
        }
        let bot = host.admit(&sandbox, module, *size).map_err(Problem::Module)?;
        let settings = MatchSettings::new(*game, rules.clone(), record.limits);
        let retrace = Retrace {
            settings: &settings,
            start: record.start.as_deref(),
            seat: record.seat,
            bot: &bot,
            text: Arc::from(record.settings.as_str()),
            dice: record.dice,
            course,
        };
        retrace.run(&sandbox).map_err(|error| Problem::Module(Error::of(Kind::Host, &error)))
    }

    fn compare(&self, retraced: &RetraceSummary) -> (Option<Answers>, Result<(), Problem>) {
        let RetraceSummary { answers, last, closing } = retraced;
        let clock = self.record.limits.clock[self.record.seat].kind;
        let same_fault = match last {
            None if self.course.loss.is_none() => false,
            Some(last) if last.is_same_fault() => true,
            _ => return (None, Err(Problem::OtherAnswer { answers: *answers, clock })),
        };
        let found = Answers { count: *answers, same_fault };
        let recorded = &self.course.closing;
        if closing.log != recorded.log || closing.log_dropped != recorded.log_dropped {
            return (Some(found), Err(Problem::OtherLog { clock }));
        }
        (Some(found), Ok(()))
    }
}
