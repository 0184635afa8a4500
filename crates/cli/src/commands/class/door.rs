//! The door of a class: whether something that is handed in may play.

use std::collections::BTreeMap;
use std::path::Path;

use class::ClassPlan;
use sandbox::{NotAdmitted, Sandbox, Undecided};
use script::{BuildError, Interpreter};

use crate::commands::build;
use crate::exit::{Code, Failed};
use crate::host;

/// What was handed in, and what the door says of it.
pub(super) struct Examined {
    /// The bytes of the file.
    pub(super) bytes: Vec<u8>,
    /// The module, or why there is none.
    pub(super) module: Result<Vec<u8>, Vec<String>>,
    /// The files that a script is made of, itself among them, by their paths in its folder.
    sources: BTreeMap<String, String>,
}

impl Examined {
    /// The files that a script is made of as one archive, if it imports any.
    pub(super) fn packed_sources(&self) -> Option<Vec<u8>> {
        let files: Vec<(&str, &[u8])> =
            self.sources.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
        if files.len() > 1 { handin::pack(&files) } else { None }
    }
}

/// Reads a file and has the door look at it. A script is built first. Where this machine cannot tell whether it may play,
/// that is neither an acceptance nor a refusal: it is to be handed in again where there is a verdict.
pub(super) fn examine(
    plan: &ClassPlan,
    sandbox: &Sandbox,
    file: &Path,
) -> Result<Result<Examined, Undecided>, Failed> {
    let caps = runner::caps(plan.size);
    let bytes = host::read_bot(file, &caps).map_err(|error| host::unread_bot(file, &error))?.to_vec();
    let (module, sources) = if Interpreter::of(file).is_some() {
        match script::build(sandbox, file, Some(plan.game)) {
            Ok(built) => (built.module, built.sources),
            Err(BuildError::Undecided(why)) => return Ok(Err(why)),
            Err(error) => {
                let module = Err(vec![reason(&error)?]);
                return Ok(Ok(Examined { bytes, module, sources: BTreeMap::new() }));
            }
        }
    } else {
        (bytes.clone(), BTreeMap::new())
    };
    let decided = sandbox.admit(&module, &caps).map_err(|error| Failed::from_error(Code::Host, &error))?;
    let module = match decided {
        Ok(_) => Ok(module),
        Err(NotAdmitted::Undecided(why)) => return Ok(Err(why)),
        Err(refused) => Err(refused
            .reasons()
            .into_iter()
            .map(|(why, advice)| format!("{why} (hint: {advice})"))
            .collect()),
    };
    Ok(Ok(Examined { bytes, module, sources }))
}

/// Why a script is refused; a failure of the host is none of its.
fn reason(error: &BuildError) -> Result<String, Failed> {
    match error {
        BuildError::Host(_) | BuildError::HostFailed(_) | BuildError::Unreadable { .. } => {
            Err(build::failed(error))
        }
        _ => Ok(told(error)),
    }
}

/// What is wrong with a script, and what to do.
pub(super) fn told(error: &BuildError) -> String {
    let failed = build::failed(error);
    let hints = failed.hints.iter().map(|hint| format!(" (hint: {hint})"));
    failed.message + &hints.collect::<String>()
}
