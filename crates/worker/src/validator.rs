//! A validator that loads no machine code: modules are judged in this process, and scripts are built by workers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use game::Game;
use games::GAMES;
use hash::Hash;
use job::{
    Job, MatchSettings, NotAdmitted, NotBuilt, Plays, ReadyModule, Script, ScriptBuild, SeatJob, SizeClass,
    Sources, TRIES, Validator, ValidatorError, rules_hash,
};
use play::{
    CheckedModule, LocalValidator, RetraceError, RetraceQuestion, RetraceSummary, StartCost, Workbench,
};
use referee::{HostFailure, Record};
use sandbox::{HostError, Sandbox};
use script::INTERPRETERS;

use crate::allowance::Need;
use crate::held_modules::HeldModule;
use crate::message::{BuiltScript, ParentReply, WorkerAnswer, WorkerCommand, WorkerQuestion};
use crate::shared::Shared;
use crate::slot::Slot;
use crate::watchdog::Watchdog;
use crate::{Isolation, Protection, WorkerError};

/// Maximum number of questions while building a script.
const QUESTIONS: u32 = 10_000;
/// Maximum bytes of all files passed to it, and of one file.
const SOURCE_BYTES: u64 = 256 << 20;
const FILE_BYTES: u64 = 32 << 20;

/// The validator whose modules are played by [`Workers`](crate::Workers). A compiling child judges modules, and no
/// machine code is loaded here. Each script is built by a worker of its own.
pub struct IsolatedValidator {
    pub(crate) shared: Arc<Shared>,
    /// Tries single bots.
    bench: Mutex<Slot>,
    /// Handles requests that neither load nor play anything.
    texts: LocalValidator,
    missing: Vec<Protection>,
}

impl IsolatedValidator {
    /// Returns a validator that judges with the given sandbox. Only workers should load from the sandbox's folder of
    /// compiled code. A first worker shows the protections of this machine.
    ///
    /// # Errors
    /// If a worker cannot be started, or a required protection is missing.
    pub fn new(sandbox: Sandbox, isolation: Isolation) -> Result<IsolatedValidator, WorkerError> {
        let texts = LocalValidator::new(sandbox.clone());
        let watch = Watchdog::start().map_err(WorkerError::Start)?;
        let shared = Arc::new(Shared { sandbox, isolation, held: Arc::default(), watch });
        let (_, missing) = again(|| shared.start_and_tell(Need::of_build()))?;
        let bench = Mutex::new(Slot::new(Arc::clone(&shared)));
        Ok(IsolatedValidator { shared, bench, texts, missing })
    }

    /// The protections that this machine cannot give.
    pub fn missing(&self) -> &[Protection] {
        &self.missing
    }

    fn slot(&self) -> MutexGuard<'_, Slot> {
        // Ignore poisoning: a panic can at most have cost the slot its worker.
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn built(&self, script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, WorkerError> {
        let need = Need::of_build();
        let mut process = self.shared.start(need)?;
        let game = script.game.map(|game| game.key().to_owned());
        let order = WorkerCommand::Build { entry: script.entry.to_owned(), game };
        let rules = script.game.and_then(|game| rules_hash(game.key()));
        let mut handed =
            BuildInputs { shared: &self.shared, sources: script.sources, rules, asked: 0, bytes: 0 };
        // Our own modules may have to be compiled in the meantime, which can take long.
        let patience = need.patience().saturating_mul(6);
        match process.perform(&[order], &mut |question| handed.reply(question), patience)? {
            WorkerAnswer::Built(Ok(built)) => build_of(built, script.game).map(Ok),
            WorkerAnswer::Built(Err(why)) => Ok(Err(why)),
            WorkerAnswer::Failed(why) => Err(WorkerError::Failed(why)),
            other => Err(process.breach(&other)),
        }
    }
}

/// Does a task, and does it again if the worker was lost.
fn again<T>(mut task: impl FnMut() -> Result<T, WorkerError>) -> Result<T, WorkerError> {
    for _ in 1..TRIES {
        match task() {
            Err(error @ WorkerError::Lost { .. }) => {
                tracing::warn!(%error, "giving its task to another worker");
            }
            done => return done,
        }
    }
    task()
}

/// Data passed to a worker while it builds.
struct BuildInputs<'a> {
    shared: &'a Shared,
    sources: &'a dyn Sources,
    /// The rules of the script's game if it is from a file. The worker may lack every module except ours.
    rules: Option<Hash>,
    asked: u32,
    bytes: u64,
}

impl BuildInputs<'_> {
    fn reply(&mut self, question: WorkerQuestion) -> Result<ParentReply, WorkerError> {
        self.asked += 1;
        if self.asked > QUESTIONS || self.bytes > SOURCE_BYTES {
            return Err(WorkerError::Breach("it asked for more files than a script can have".to_owned()));
        }
        Ok(match question {
            WorkerQuestion::Module(hash) if self.rules == Some(hash) => {
                self.shared.held.reply(&self.shared.sandbox, &question)?
            }
            WorkerQuestion::Module(_) => return Err(crate::process::unasked(&question)),
            WorkerQuestion::Decision { name, ref caps } => {
                let Shared { held, sandbox, .. } = self.shared;
                match held.own_decision(sandbox, name, caps.as_ref())? {
                    None if caps.is_none() || self.rules == Some(name) => held.reply(sandbox, &question)?,
                    decision => ParentReply::Bytes(decision.map(Bytes::from)),
                }
            }
            WorkerQuestion::Has(name) => ParentReply::Has(self.sources.has(&name)),
            WorkerQuestion::File { name, most } => match self.sources.read(&name, most.min(FILE_BYTES)) {
                Ok(bytes) => {
                    self.bytes += bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
                    ParentReply::Bytes(bytes.map(Bytes::from))
                }
                Err(error) => ParentReply::Unreadable(error.to_string()),
            },
            WorkerQuestion::Near(endings) => {
                let endings: Vec<&str> = endings.iter().map(String::as_str).collect();
                ParentReply::Names(self.sources.near(&endings))
            }
        })
    }
}

/// Returns a module as a worker sends it, if it is plausible.
fn build_of(built: BuiltScript, own: Option<&'static dyn Game>) -> Result<ScriptBuild, WorkerError> {
    let BuiltScript { module, game, language, log, sources } = built;
    let unknown = |what: &str| WorkerError::Breach(format!("its module is for an unknown {what}"));
    let mut known = own.into_iter().chain(GAMES.iter().copied());
    let game = known.find(|known| known.name() == game).ok_or_else(|| unknown("game"))?.name();
    let interpreter = INTERPRETERS.iter().find(|known| known.language == language);
    let language = interpreter.ok_or_else(|| unknown("language"))?.language;
    Ok(ScriptBuild { module: module.into(), game, language, log, sources })
}

impl Workbench for IsolatedValidator {
    fn validator(&self) -> &dyn Validator {
        self
    }

    fn admit(&self, module: &[u8], size: SizeClass) -> Result<Result<CheckedModule, NotAdmitted>, HostError> {
        let judged = self.shared.sandbox.judge(module, &size.caps())?;
        Ok(judged.map(|verdict| {
            let (hash, sizes, making) = (verdict.hash, verdict.sizes.clone(), verdict.making);
            tracing::info!(module = %hash, cached = making.cached, time = ?making.time, code = making.code, "admitted");
            let held = self.shared.held.modules.add((hash, size), HeldModule { bytes: module.into(), verdict });
            CheckedModule { ready: ReadyModule::new(hash, size, sizes, held), making }
        }))
    }

    fn play(&self, job: &Job) -> Result<Record, HostFailure> {
        again(|| self.slot().played(job)).map_err(not_done)
    }

    fn start_cost(&self, bot: &SeatJob, settings: &MatchSettings) -> Result<StartCost, HostFailure> {
        if let Plays::Builtin(_) = bot.plays {
            return Ok(StartCost::default());
        }
        let terms = Arc::new(settings.terms(&self.fingerprint(settings.game)));
        let bot = Arc::new(bot.clone());
        again(|| self.slot().start_cost(&terms, &bot)).map_err(not_done)
    }

    fn retrace(&self, question: &RetraceQuestion<'_>) -> Result<RetraceSummary, RetraceError> {
        let RetraceQuestion { record, module, until, .. } = *question;
        let retraced = again(|| self.slot().retraced(record, (module.hash, module.size), until));
        retraced.map_err(|error| match error {
            WorkerError::Failed(why) => RetraceError::Record(why),
            error => not_done(error).into(),
        })
    }
}

fn not_done(error: WorkerError) -> HostFailure {
    HostFailure::new("an isolated worker did not complete its task", Some(error.into()))
}

impl Validator for IsolatedValidator {
    fn engine(&self) -> &str {
        self.shared.sandbox.fingerprint()
    }

    fn advice_on_engine(&self, recorded: &str, here: &str) -> String {
        self.texts.advice_on_engine(recorded, here)
    }

    fn validate(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<ReadyModule, NotAdmitted>, ValidatorError> {
        let admitted = self.admit(module, size).map_err(ValidatorError::new)?;
        Ok(admitted.map(|checked| checked.ready))
    }

    fn build(&self, script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, ValidatorError> {
        again(|| self.built(script)).map_err(ValidatorError::new)
    }

    fn language(&self, file: &str) -> Option<&'static str> {
        self.texts.language(file)
    }

    fn check_text(&self, file: &str, bytes: &[u8]) -> Result<(), NotBuilt> {
        self.texts.check_text(file, bytes)
    }
}
