//! The local validator: checks and compiles modules in the sandbox, and loads scripts.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, Weak};

use hash::Hash;
use job::{NotAdmitted, NotBuilt, ReadyModule, Script, ScriptBuild, SizeClass, Validator, ValidatorError};
use sandbox::{Bot, HostError, Sandbox};
use script::{BuildError, Interpreter, ScriptModule};

use crate::engine::advice_on_engine;
use crate::workbench::CheckedModule;

/// The validator of this process. The [`LocalThreads`](crate::LocalThreads) created with it play the modules that it
/// has admitted. Cheap to clone and to send between threads.
#[derive(Clone)]
pub struct LocalValidator {
    sandbox: Sandbox,
    bots: Arc<SharedModules<Bot>>,
}

impl LocalValidator {
    /// Creates a validator that checks and compiles in the given sandbox.
    pub fn new(sandbox: Sandbox) -> LocalValidator {
        LocalValidator { sandbox, bots: Arc::default() }
    }

    /// Returns the sandbox.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Checks a module, prepares it for playing, and reports how.
    pub(crate) fn check(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<CheckedModule, NotAdmitted>, HostError> {
        let admitted = self.sandbox.admit(module, &size.caps())?;
        Ok(admitted.map(|bot| {
            let (module, sizes, making) = (bot.hash(), bot.sizes().clone(), bot.making());
            tracing::info!(%module, cached = making.cached, time = ?making.time, code = making.code, "admitted");
            let ready = ReadyModule::new(module, size, sizes, self.bots.add((module, size), bot));
            CheckedModule { ready, making }
        }))
    }

    /// Returns an admitted module; `None` if it has no holder.
    pub(crate) fn bot(&self, hash: Hash, size: SizeClass) -> Option<Bot> {
        self.bots.get((hash, size)).map(|bot| Bot::clone(&bot))
    }
}

impl Validator for LocalValidator {
    fn engine(&self) -> &str {
        self.sandbox.fingerprint()
    }

    fn advice_on_engine(&self, recorded: &str, here: &str) -> String {
        advice_on_engine(recorded, here)
    }

    fn validate(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<ReadyModule, NotAdmitted>, ValidatorError> {
        let checked = self.check(module, size).map_err(ValidatorError::new)?;
        Ok(checked.map(|checked| checked.ready))
    }

    fn build(&self, script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, ValidatorError> {
        let built = match script::build(&self.sandbox, script) {
            Ok(built) => built,
            Err(error) => return not_built(error).map(Err),
        };
        let ScriptModule { module, game, interpreter, log, sources, starts: _ } = built;
        Ok(Ok(ScriptBuild { module, game: game.name(), language: interpreter.language, log, sources }))
    }

    fn language(&self, file: &str) -> Option<&'static str> {
        Interpreter::for_path(Path::new(file)).map(|interpreter| interpreter.language)
    }

    fn check_text(&self, file: &str, bytes: &[u8]) -> Result<(), NotBuilt> {
        let wrong = |error: BuildError| NotBuilt::Wrong { what: error.to_string(), advice: error.advice() };
        script::text(file, bytes).map(drop).map_err(wrong)
    }
}

/// Translates the error of a script's build. A failure of the host says nothing about the script.
fn not_built(error: BuildError) -> Result<NotBuilt, ValidatorError> {
    let (what, advice) = (error.to_string(), error.advice());
    match error {
        BuildError::Host(error) => Err(ValidatorError::new(error)),
        BuildError::HostFailed(error) => Err(ValidatorError::new(error)),
        BuildError::Undecided(why) => Ok(NotBuilt::Undecided(why)),
        BuildError::Unreadable { path, source } => {
            Ok(NotBuilt::Unreadable { file: path.display().to_string(), why: source.to_string() })
        }
        BuildError::Script { message, log } if !log.is_empty() => {
            Ok(NotBuilt::Wrong { what: format!("{message}\n{log}"), advice })
        }
        _ => Ok(NotBuilt::Wrong { what, advice }),
    }
}

/// Data on the admitted modules that have holders, by hash and size class.
#[derive(Debug)]
pub struct SharedModules<T>(RwLock<BTreeMap<(Hash, SizeClass), Weak<T>>>);

impl<T> Default for SharedModules<T> {
    fn default() -> SharedModules<T> {
        SharedModules(RwLock::default())
    }
}

impl<T> SharedModules<T> {
    /// Returns a module; `None` if it has no holder.
    pub fn get(&self, key: (Hash, SizeClass)) -> Option<Arc<T>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key)?.upgrade()
    }

    /// Returns the first module with a holder for which `is_wanted` returns `true`.
    pub fn find(&self, is_wanted: impl Fn(&(Hash, SizeClass), &T) -> bool) -> Option<Arc<T>> {
        let modules = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut held = modules.iter().filter_map(|(key, module)| Some((key, module.upgrade()?)));
        held.find(|(key, module)| is_wanted(key, module)).map(|(_, module)| module)
    }

    /// Adds a module, or returns the existing one if it has a holder. The caller must hold the result.
    pub fn add(&self, key: (Hash, SizeClass), module: T) -> Arc<T> {
        let mut modules = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = modules.get(&key).and_then(Weak::upgrade) {
            return held;
        }
        modules.retain(|_, module| module.strong_count() > 0);
        let held = Arc::new(module);
        modules.insert(key, Arc::downgrade(&held));
        held
    }
}
