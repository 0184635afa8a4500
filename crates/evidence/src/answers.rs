//! The entrant's module, asked again. This file alone knows what plays.

use explain::{Error, Kind};
use game::{Game, Rules};
use job::{MatchSettings, ReadyModule, SeatMatch, SeatRecord, SizeClass};
use play::{RetraceQuestion, RetraceSummary, Workbench};

use crate::error::Problem;
use crate::findings::Answers;

/// What asking a module needs of the machine.
pub trait Host {
    /// Where it is asked: in this process, or in a worker.
    ///
    /// # Errors
    /// If there is no such place on the machine.
    fn bench(&self) -> Result<Box<dyn Workbench>, Error>;

    /// The module, ready to be asked there.
    ///
    /// # Errors
    /// If it is not admitted.
    fn admit(&self, bench: &dyn Workbench, module: &[u8], size: SizeClass) -> Result<ReadyModule, Error>;
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
        let bench = host.bench().map_err(Problem::Module)?;
        let here = bench.validator().fingerprint(*game);
        if here != record.engine {
            let advice = bench.validator().advice_on_engine(&record.engine, &here);
            return Err(Problem::OtherEngine { advice });
        }
        let module = host.admit(&*bench, module, *size).map_err(Problem::Module)?;
        let settings = MatchSettings::new(*game, rules.clone(), record.limits);
        let question = RetraceQuestion { settings: &settings, record, course, module: &module };
        bench.retrace(&question).map_err(|error| Problem::Module(Error::of(Kind::Host, &error)))
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
