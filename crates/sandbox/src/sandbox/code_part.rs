//! The code parts of modules. Each is compiled once per folder of compiled code, even if several processes need it at
//! the same time.

use std::sync::Arc;

use super::verdict::unwritten;
use super::{Sandbox, load, told, uncompilable};
use crate::admit::{
    CodePartName, Decision, KnownCode, Preparation, Reservation, known_code, sealed, unsealed,
};
use crate::bot::CodePart;
use crate::compile::{Stop, Task};
use crate::engine::FloatMode;
use crate::rewrite::split;
use crate::{Caps, HostError, NotAdmitted};

/// An entry of a folder of compiled code: its name and its content.
pub type CodeEntry = (String, Vec<u8>);

/// The decision about a code part.
pub(super) struct CodePartDecision {
    pub(super) decision: Decision,
    /// `true` if it comes from the folder.
    pub(super) cached: bool,
    /// Makes other processes wait until the decision is stored in the folder.
    _reservation: Option<Reservation>,
}

impl Sandbox {
    /// Compiles the code part of a module, or takes it from the folder. Returns its entry with the entry's name, for
    /// [`SandboxOptions::carried`](super::SandboxOptions::carried); `None` if the module has no separate code part.
    /// The bytes are the same each time.
    ///
    /// # Errors
    /// As [`Sandbox::admit`].
    pub fn compiled_code(
        &self,
        bytes: &[u8],
        caps: &Caps,
    ) -> Result<Result<Option<CodeEntry>, NotAdmitted>, HostError> {
        told(self.decide(bytes, caps).and_then(|accepted| {
            let Some(part) = accepted.admitted.code_part else { return Ok(None) };
            let float_mode = FloatMode::new(accepted.admitted.sizes.floats);
            let key = self.0.premises.key_of_code_part(&part.name, float_mode);
            let mut decision = self.decide_code_part(&key, &part.name, float_mode, bytes)?.decision;
            if let Decision::Admitted(admitted) = &mut decision {
                // The resources that compiling took differ from time to time.
                admitted.usage = None;
            }
            let entry = sealed(&key, &decision).map_err(unwritten)?;
            Ok(Some((key, entry)))
        }))
    }

    /// Returns the code part of a module that was admitted, and `true` if it already existed, in use or in the
    /// folder.
    pub(super) fn code_part(
        &self,
        name: &CodePartName,
        float_mode: FloatMode,
        module: &[u8],
    ) -> Result<(Arc<CodePart>, bool), Stop> {
        let key = self.0.premises.key_of_code_part(name, float_mode);
        let mut cached = false;
        let (part, in_use) = self.0.code_parts.get_or_make(&key, || {
            let made = self.decide_code_part(&key, name, float_mode, module)?;
            cached = made.cached;
            let part = match &made.decision {
                Decision::Refused(refusal) => Err(refusal.clone().into()),
                Decision::Admitted(admitted) => load(&self.0.engines.get(float_mode).engine, &admitted.code)
                    .map(|module| Arc::new(CodePart::new(module, admitted.code.len() as u64)))
                    .map_err(|error| Stop::from(uncompilable(&error))),
            };
            // A refusal is stored only for the module.
            if part.is_ok() {
                self.keep(&key, &made.decision, cached);
            }
            part
        })?;
        Ok((part, in_use || cached))
    }

    /// Takes the decision about a code part from the folder, or makes it, unless another process is making it.
    pub(super) fn decide_code_part(
        &self,
        key: &str,
        name: &CodePartName,
        float_mode: FloatMode,
        module: &[u8],
    ) -> Result<CodePartDecision, Stop> {
        let from_folder =
            || self.kept(key).map(|decision| CodePartDecision { decision, cached: true, _reservation: None });
        if let Some(made) = from_folder() {
            return Ok(made);
        }
        let known = known_code::by_name(&self.0.options.known, name);
        if let Some(decision) = known.and_then(|known| self.carried(key, known)) {
            return Ok(CodePartDecision { decision, cached: false, _reservation: None });
        }
        let tell = |preparation| {
            if let (Some(known), Some(preparing)) = (known, self.0.options.preparing) {
                preparing(known, preparation);
            }
        };
        let cache = self.0.cache.as_ref();
        let reservation = cache.and_then(|cache| cache.reserve(key, || tell(Preparation::ByAnother)));
        if let Some(made) = from_folder() {
            return Ok(made);
        }
        tell(cache.map_or(Preparation::NotStored, |_| Preparation::Stored));
        let decision = self.compile_code_part(name, float_mode, module, known)?;
        Ok(CodePartDecision { decision, cached: false, _reservation: reservation })
    }

    /// Returns known code that was compiled in advance; `None` if there is none, or if it is damaged.
    fn carried(&self, key: &str, known: &KnownCode) -> Option<Decision> {
        let decision = unsealed(key, (self.0.options.carried)(key)?);
        let decision = decision.filter(|decision| matches!(decision, Decision::Admitted(_)));
        if decision.is_none() {
            tracing::warn!(what = known.what, "precompiled code is damaged and will be compiled again");
        }
        decision
    }

    fn compile_code_part(
        &self,
        name: &CodePartName,
        float_mode: FloatMode,
        module: &[u8],
        known: Option<&KnownCode>,
    ) -> Result<Decision, Stop> {
        let parts = split(module).filter(|parts| parts.name() == *name);
        let parts = parts.ok_or_else(|| HostError::Engine("a module was split in two ways".into()))?;
        self.compile(&parts.code, Task::CodePart(float_mode), known)
    }
}
