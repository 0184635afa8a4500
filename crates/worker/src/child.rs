//! The worker's side: this program, started again.

mod pipe;
mod supply;

use std::error::Error;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use confine::{Allowance, Role, Unprotected};
use game::PerSeat;
use games::GAMES;
use hash::Hash;
use job::{Job, JobId, Script, ScriptBuild, SeatJob, SeatRecord, SizeClass, Terms, Validator};
use play::{GameFiles, JobRunner, LocalValidator, RetraceEnd};
use referee::MatchSeed;
use sandbox::{Compiler, RemoteDecisions, Sandbox, SandboxOptions};

use self::pipe::{LinkError, ParentPipe};
use crate::Protection;
use crate::message::{BuiltScript, MatchOrder, Setup, WorkerAnswer, WorkerCommand};

/// The argument that makes this program a worker; not meant for users.
pub const WORKER_ARGUMENT: &str = "__isolated-worker";

/// Runs a worker, if this process is one. A program that starts workers must call this before anything else and exit
/// with the returned code; `None` means that it is not a worker.
pub fn worker_main() -> Option<ExitCode> {
    if std::env::args().nth(1)? != WORKER_ARGUMENT {
        return None;
    }
    confine::close_inherited();
    let Ok(link) = ParentPipe::of_this_process() else { return Some(ExitCode::FAILURE) };
    // The parent is gone, or sends messages that no parent sends: there is no one to report to.
    Some(serve(&link).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
}

/// Permanently drops everything that a worker does not need: it sets limits, ties its life to the parent's, and drops
/// access to files, network and other processes. Returns the protections that are missing.
///
/// # Errors
/// If a required protection is missing, the system refuses a limit, or the parent is gone.
pub fn enter(setup: &Setup) -> Result<Vec<Protection>, NotConfined> {
    let Setup { parent, strictness, seconds, bytes, .. } = *setup;
    confine::limit(Allowance { seconds, bytes })?;
    confine::die_with_parent(parent)?;
    Ok(confine::confine(Role::Player, strictness)?)
}

/// The reason why a worker must not start.
#[derive(Debug, thiserror::Error)]
pub enum NotConfined {
    /// Protections are missing.
    #[error(transparent)]
    Unprotected(#[from] Unprotected),
    /// The system refuses a limit, or the parent is gone.
    #[error("it cannot be limited: {0}")]
    Host(#[from] io::Error),
}

/// Carries out the parent's orders until the pipe ends.
fn serve(link: &ParentPipe) -> Result<(), LinkError> {
    let WorkerCommand::Begin(setup) = link.next()? else { return Err(LinkError::OutOfOrder) };
    let elsewhere = RemoteDecisions::new(Arc::new(link.clone()));
    let options = SandboxOptions {
        instances: setup.instances,
        compiler: Compiler::Elsewhere(elsewhere),
        ..SandboxOptions::default()
    };
    // The engines open the system resources that they need before access is dropped.
    let sandbox = match Sandbox::new(&options) {
        Ok(sandbox) => sandbox,
        Err(error) => return link.answer(&WorkerAnswer::Failed(error.to_string())),
    };
    let missing = match enter(&setup) {
        Ok(missing) => missing,
        Err(NotConfined::Unprotected(Unprotected(missing))) => {
            return link.answer(&WorkerAnswer::Unprotected(missing));
        }
        Err(error @ NotConfined::Host(_)) => return link.answer(&WorkerAnswer::Failed(error.to_string())),
    };
    link.answer(&WorkerAnswer::Ready { engine: sandbox.fingerprint().to_owned(), missing })?;
    let of_rules = sandbox.clone();
    games::set_opener(Box::leak(Box::new(GameFiles::new(move || Ok(of_rules.clone())))));
    Worker::new(link.clone(), LocalValidator::new(sandbox)).serve()
}

/// A worker with the terms and seats that it was sent.
struct Worker {
    link: ParentPipe,
    validator: LocalValidator,
    runner: JobRunner,
    terms: Vec<Arc<Terms>>,
    seats: Vec<Arc<SeatJob>>,
}

impl Worker {
    fn new(link: ParentPipe, validator: LocalValidator) -> Worker {
        let runner = JobRunner::new(validator.clone(), GAMES);
        Worker { link, validator, runner, terms: Vec::new(), seats: Vec::new() }
    }

    fn serve(mut self) -> Result<(), LinkError> {
        loop {
            let answer = match self.link.next() {
                Ok(WorkerCommand::Terms(terms)) => {
                    self.terms.push(Arc::new(terms));
                    continue;
                }
                Ok(WorkerCommand::Seat(seat)) => {
                    self.seats.push(Arc::new(seat));
                    continue;
                }
                Ok(WorkerCommand::Forget) => {
                    self.terms.clear();
                    self.seats.clear();
                    continue;
                }
                Ok(WorkerCommand::Play(order)) => self.play(order)?,
                Ok(WorkerCommand::Build { entry, game }) => self.build(&entry, game.as_deref()),
                Ok(WorkerCommand::Measure { terms, seat }) => self.measure(terms, seat)?,
                Ok(WorkerCommand::Retrace { record, module, size, until }) => {
                    self.retrace(&record, (module, size), until)
                }
                Ok(WorkerCommand::Begin(_) | WorkerCommand::Reply(_)) => return Err(LinkError::OutOfOrder),
                Err(error) if error.is_end() => return Ok(()),
                Err(error) => return Err(error),
            };
            self.link.answer(&answer)?;
        }
    }

    fn play(&mut self, order: MatchOrder) -> Result<WorkerAnswer, LinkError> {
        let MatchOrder { terms, start, seed, luck, seats } = order;
        let terms = self.terms.get(terms as usize).ok_or(LinkError::OutOfOrder)?;
        let seat = |number: u32| self.seats.get(number as usize).cloned().ok_or(LinkError::OutOfOrder);
        let job = Job {
            id: JobId::new(0),
            terms: Arc::clone(terms),
            start: start.map(Arc::from),
            seed: MatchSeed::new(seed),
            luck: luck.map(MatchSeed::new),
            seats: PerSeat::new(seat(seats[0])?, seat(seats[1])?),
            alone: false,
        };
        let begun = Instant::now();
        let played = attempt("played the match", || self.runner.play(&job, &self.link, |_| true));
        let nanos = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        Ok(match played {
            Ok(Some(record)) => WorkerAnswer::Played { record: Box::new(record.into()), nanos },
            Ok(None) => WorkerAnswer::Failed("the match was given up".to_owned()),
            Err(why) => WorkerAnswer::Failed(why),
        })
    }

    fn measure(&mut self, terms: u32, seat: u32) -> Result<WorkerAnswer, LinkError> {
        let terms = self.terms.get(terms as usize).ok_or(LinkError::OutOfOrder)?;
        let seat = self.seats.get(seat as usize).ok_or(LinkError::OutOfOrder)?;
        let measured = attempt("started the bot", || self.runner.start_cost(seat, terms, &self.link));
        Ok(measured.map_or_else(WorkerAnswer::Failed, WorkerAnswer::Measured))
    }

    fn retrace(&mut self, record: &SeatRecord, module: (Hash, SizeClass), until: RetraceEnd) -> WorkerAnswer {
        let retraced =
            attempt("asked the bot again", || self.runner.retrace(record, module, until, &self.link));
        retraced.map_or_else(WorkerAnswer::Failed, |summary| WorkerAnswer::Retraced(Box::new(summary)))
    }

    fn build(&self, entry: &str, game: Option<&str>) -> WorkerAnswer {
        let opened = |key| attempt("opened the game", || self.runner.game(key, &self.link));
        let game = match game.map(opened).transpose() {
            Ok(game) => game,
            Err(why) => return WorkerAnswer::Failed(why),
        };
        let script = Script { entry, sources: &self.link, game };
        let built = attempt("built the script", || self.validator.build(&script));
        built.map_or_else(WorkerAnswer::Failed, |built| WorkerAnswer::Built(built.map(BuiltScript::from)))
    }
}

/// Does a task. Returns a failure or a panic in words; `doing` completes "while it …".
fn attempt<T, E: Error>(doing: &str, task: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match panic::catch_unwind(AssertUnwindSafe(task)) {
        Ok(done) => done.map_err(|error| explain::with_causes(&error)),
        Err(_) => Err(format!("the program panicked while it {doing}")),
    }
}

impl From<ScriptBuild> for BuiltScript {
    fn from(built: ScriptBuild) -> BuiltScript {
        let ScriptBuild { module, game, language, log, sources } = built;
        BuiltScript {
            module: module.into(),
            game: game.to_owned(),
            language: language.to_owned(),
            log,
            sources,
        }
    }
}
