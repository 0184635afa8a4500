//! A simulated machine that admits every file and plays it as a built-in player, one match at a time.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use class_model::{Hash, Moment};
use class_operations::submission::{HandInTime, submit_files};
use class_operations::{NamedFile, OpenClass};
use game::{PerSeat, Rules};
use job::{
    Executor, ExecutorError, Finished, Job, JobId, MatchSettings, NotAdmitted, NotBuilt, Plays, ReadyModule,
    Script, ScriptBuild, SizeClass, Sizes, Validator, ValidatorError,
};
use referee::{Builtin, HostFailure, Player, Record};

/// A validator that admits every file.
pub(crate) struct AnyModule;

impl Validator for AnyModule {
    fn engine(&self) -> &'static str {
        "simulated"
    }

    fn advice_on_engine(&self, recorded: &str, here: &str) -> String {
        format!("{recorded} is not {here}")
    }

    fn validate(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<ReadyModule, NotAdmitted>, ValidatorError> {
        Ok(Ok(ReadyModule::new(Hash::digest(module), size, Sizes::default(), Arc::new(()))))
    }

    fn build(&self, _script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, ValidatorError> {
        Err(ValidatorError::new("scripts are not simulated"))
    }

    fn language(&self, _file: &str) -> Option<&'static str> {
        None
    }

    fn check_text(&self, _file: &str, _bytes: &[u8]) -> Result<(), NotBuilt> {
        Ok(())
    }
}

/// An executor that plays one match per `collect`, so that the grouping of recorded results does not depend on timing.
#[derive(Default)]
pub(crate) struct OneByOne {
    waiting: RefCell<VecDeque<Job>>,
}

impl Executor for OneByOne {
    fn width(&self) -> usize {
        1
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.waiting.borrow_mut().extend(jobs);
        Ok(())
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        Ok(self.waiting.borrow_mut().drain(..).map(|job| job.id).collect())
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        let next = if patience.is_zero() { None } else { self.waiting.borrow_mut().pop_front() };
        Ok(next.map(|job| Finished::here(job.id, play(&job))).into_iter().collect())
    }
}

fn play(job: &Job) -> Result<Record, HostFailure> {
    let game = games::find(&job.terms.game).unwrap();
    let rules = Rules::parse(game.options(), &job.terms.rules).unwrap();
    let settings = MatchSettings::new(game, rules, job.terms.limits);
    let mut players = PerSeat::from_fn(|seat| -> Box<dyn Player> {
        let builtin = match job.seats[seat].plays {
            Plays::Builtin(builtin) => builtin,
            Plays::Module { hash, .. } => Builtin::ALL[usize::from(hash.bytes()[0]) % Builtin::ALL.len()],
        };
        Box::new(builtin.player(&job.seed, seat))
    });
    let record = referee::play(settings.begin_again(job.start.as_deref())?, &mut players, |_| true)?;
    Ok(record.unwrap())
}

/// Hands in a file with these bytes for a student. Returns the number of the submission.
pub(crate) fn hand_in(class: &OpenClass, student: &str, bytes: &[u8]) -> u32 {
    hand_in_with(class, &AnyModule, student, bytes).unwrap()
}

/// Hands in a file with these bytes for a student, using this validator.
pub(crate) fn hand_in_with(
    class: &OpenClass,
    validator: &dyn Validator,
    student: &str,
    bytes: &[u8],
) -> Result<u32, explain::Error> {
    let file = NamedFile { name: "bot.wasm".to_owned(), bytes: bytes.to_vec() };
    let at = HandInTime::Clock(Moment::now());
    submit_files(class, validator, student, vec![file], at).map(|report| report.number)
}
