//! The modules that the parent holds for its workers: their bytes, and the decisions about them.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hash::Hash;
use job::{Caps, SizeClass};
use play::SharedModules;
use sandbox::{Sandbox, Verdict};

use crate::WorkerError;
use crate::message::{ParentReply, WorkerQuestion};
use crate::process::unasked;

/// A module that was admitted.
pub(crate) struct HeldModule {
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) verdict: Verdict,
}

/// The modules in use, and those that are part of this program.
#[derive(Default)]
pub(crate) struct HeldModules {
    pub(crate) modules: SharedModules<HeldModule>,
    /// The rules of games from files, which are held from their first use on.
    rules: Mutex<Vec<Arc<HeldModule>>>,
    own: OnceLock<Vec<OwnModule>>,
}

/// A module that is part of this program: an interpreter, or the module that strips types from a text.
struct OwnModule {
    name: Hash,
    bytes: Vec<u8>,
    caps: Caps,
    verdict: OnceLock<Verdict>,
}

impl HeldModules {
    /// Returns the reply to a question of a worker that plays.
    pub(crate) fn reply(
        &self,
        sandbox: &Sandbox,
        question: &WorkerQuestion,
    ) -> Result<ParentReply, WorkerError> {
        if let WorkerQuestion::Module(hash) = question {
            self.hold_rules(sandbox, *hash)?;
        }
        match question {
            WorkerQuestion::Module(hash) => {
                let is_it = |(name, _): &(Hash, SizeClass), _: &HeldModule| name == hash;
                Ok(ParentReply::Bytes(self.modules.find(is_it).map(|module| module.bytes.to_vec().into())))
            }
            WorkerQuestion::Decision { name, caps: Some(caps) } => {
                let is_it =
                    |(hash, size): &(Hash, SizeClass), _: &HeldModule| hash == name && size.caps() == *caps;
                Ok(ParentReply::Bytes(
                    self.modules.find(is_it).map(|module| module.verdict.decision.to_vec().into()),
                ))
            }
            WorkerQuestion::Decision { name, caps: None } => {
                let is_it = |_: &(Hash, SizeClass), module: &HeldModule| {
                    module.verdict.code_part.as_ref().is_some_and(|part| part.name == *name)
                };
                let part = self.modules.find(is_it).and_then(|module| module.verdict.code_part.clone());
                Ok(ParentReply::Bytes(part.map(|part| part.decision.to_vec().into())))
            }
            WorkerQuestion::Has(_) | WorkerQuestion::File { .. } | WorkerQuestion::Near(_) => {
                Err(unasked(question))
            }
        }
    }

    /// Judges and holds the rules of a registered game, if they have this hash and are not held.
    fn hold_rules(&self, sandbox: &Sandbox, hash: Hash) -> Result<(), WorkerError> {
        let size = SizeClass::RULES;
        let mut held = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        if self.modules.get((hash, size)).is_some() {
            return Ok(());
        }
        let Some(bytes) = games::registered_module(&hash.to_string()) else { return Ok(()) };
        let judged = sandbox.judge(bytes, &size.caps());
        let judged = judged.map_err(|error| WorkerError::Failed(error.to_string()))?;
        let verdict = judged.map_err(|why| WorkerError::Failed(why.to_string()))?;
        held.push(self.modules.add((hash, size), HeldModule { bytes: bytes.into(), verdict }));
        Ok(())
    }

    /// Returns the decision about a module of our own, for a worker that builds.
    pub(crate) fn own_decision(
        &self,
        sandbox: &Sandbox,
        name: Hash,
        caps: Option<&Caps>,
    ) -> Result<Option<Vec<u8>>, WorkerError> {
        for own in self.own.get_or_init(own_modules) {
            let is_whole = caps == Some(&own.caps) && own.name == name;
            let decided = own.verdict.get();
            let is_part = |verdict: &Verdict| {
                caps.is_none() && verdict.code_part.as_ref().is_some_and(|part| part.name == name)
            };
            if !is_whole && !decided.is_some_and(is_part) {
                continue;
            }
            let verdict = if let Some(verdict) = decided {
                verdict
            } else {
                let judged = sandbox.judge(&own.bytes, &own.caps);
                let judged = judged.map_err(|error| WorkerError::Failed(error.to_string()))?;
                let verdict = judged.map_err(|why| WorkerError::Failed(why.to_string()))?;
                own.verdict.get_or_init(|| verdict)
            };
            let part = verdict.code_part.as_ref().filter(|_| !is_whole);
            return Ok(Some(part.map_or(&verdict.decision, |part| &part.decision).to_vec()));
        }
        Ok(None)
    }
}

fn own_modules() -> Vec<OwnModule> {
    let own = |(bytes, caps): (Vec<u8>, Caps)| OwnModule {
        name: Hash::digest(&bytes),
        bytes,
        caps,
        verdict: OnceLock::new(),
    };
    script::modules().map(own).collect()
}
