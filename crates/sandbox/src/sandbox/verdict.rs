//! The decision about a module as a value; only other processes load its machine code.

use std::io;
use std::sync::Arc;

use hash::Hash;

use super::{AcceptedDecision, Sandbox, told};
use crate::admit::{CodePartName, Decision};
use crate::bot::BuildCost;
use crate::compile::Stop;
use crate::engine::FloatMode;
use crate::{Caps, HostError, NotAdmitted, Sizes};

/// A module that was admitted but not loaded.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The BLAKE3 of its bytes.
    pub hash: Hash,
    /// The sizes that inspection found.
    pub sizes: Sizes,
    /// The source and cost of its machine code.
    pub making: BuildCost,
    /// The decision with the machine code, for a sandbox whose compiler is [`Elsewhere`](crate::RemoteDecisions).
    pub decision: Arc<[u8]>,
    /// The code part, which modules share; `None` if the module is not split.
    pub code_part: Option<CodePartVerdict>,
}

/// A code part that was compiled but not loaded.
#[derive(Clone, Debug)]
pub struct CodePartVerdict {
    /// The BLAKE3 of its bytes.
    pub name: Hash,
    /// The decision with the machine code.
    pub decision: Arc<[u8]>,
}

impl Sandbox {
    /// Decides about a module as [`admit`](Sandbox::admit) does, but loads no machine code: this process neither runs
    /// nor interprets any byte made from the module.
    ///
    /// # Errors
    /// If the host cannot decide at all, for example because no compiling child can be started.
    pub fn judge(&self, bytes: &[u8], caps: &Caps) -> Result<Result<Verdict, NotAdmitted>, HostError> {
        told(self.verdict(bytes, caps))
    }

    fn verdict(&self, bytes: &[u8], caps: &Caps) -> Result<Verdict, Stop> {
        let AcceptedDecision { hash, key, admitted, mut making, begun } = self.decide(bytes, caps)?;
        let sizes = admitted.sizes.clone();
        let code_part = admitted.code_part.map(|part| {
            let float_mode = FloatMode::new(sizes.floats);
            let made = self.code_part_decision(&part.name, float_mode, bytes);
            let decision = self.with_code_part(
                made,
                |decision| Decision::code_bytes(decision),
                caps,
                &key,
                &mut making,
            )?;
            Ok::<_, Stop>(CodePartVerdict { name: Hash::from(part.name), decision })
        });
        let code_part = code_part.transpose()?;
        let decision = Decision::Admitted(admitted);
        self.keep(&key, &decision, making.cached);
        let decision = written(&decision)?;
        making.time = begun.elapsed();
        Ok(Verdict { hash, sizes, making, decision, code_part })
    }

    /// Returns the decision about the code part of a module, and `true` if it already existed, in use or in the
    /// folder.
    fn code_part_decision(
        &self,
        name: &CodePartName,
        float_mode: FloatMode,
        module: &[u8],
    ) -> Result<(Arc<[u8]>, bool), Stop> {
        let key = self.0.premises.key_of_code_part(name, float_mode);
        let mut cached = false;
        let (decision, in_use) = self.0.code_part_decisions.get_or_make(&key, || {
            let made = self.decide_code_part(&key, name, float_mode, module)?;
            if let Decision::Refused(refusal) = made.decision {
                // A refusal is stored only for the module.
                return Err(Stop::from(refusal));
            }
            cached = made.cached;
            self.keep(&key, &made.decision, cached);
            Ok(written(&made.decision)?)
        })?;
        Ok((decision, in_use || cached))
    }
}

/// Returns a decision as bytes.
fn written(decision: &Decision) -> Result<Arc<[u8]>, HostError> {
    let mut bytes = Vec::new();
    decision.write(&mut bytes).map_err(unwritten)?;
    Ok(bytes.into())
}

pub(super) fn unwritten(source: io::Error) -> HostError {
    HostError::Compiler { what: "a decision cannot be written".to_owned(), source }
}
