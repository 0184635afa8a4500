//! The door of a class: whether something that is handed in may play.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use class::{ClassFolder, ClassPlan, Door, Keeping, Submission};
use explain::{Error, Kind};
use game::visible;
use handin::Limits;
use job::{Caps, NotAdmitted, Undecided};
use sandbox::Sandbox;
use script::{BuildError, Interpreter};

use super::unpacked;
use crate::commands::build;
use crate::host;

/// Bytes of a source archive.
pub(super) const LARGEST_SOURCE: u64 = 64 << 20;

/// What was handed in, and what the door says of it.
pub(super) struct Examined {
    /// The bytes of the file.
    pub(super) bytes: Vec<u8>,
    pub(super) verdict: Verdict,
    /// The files that a script is made of, itself among them, by their paths in its folder.
    sources: BTreeMap<String, String>,
}

/// What the door says.
pub(super) enum Verdict {
    /// It may play: the module.
    Accepted(Vec<u8>),
    /// It may not: the reasons, each with what to do about it.
    Refused(Vec<String>),
    /// This machine cannot tell.
    Undecided(Undecided),
}

impl Verdict {
    /// What is written down of it. The module is kept.
    pub(super) fn keep(self, keeping: &mut Keeping<'_>) -> Result<Door, Error> {
        Ok(match self {
            Verdict::Accepted(module) => Door::Accepted { module: keeping.add(&module)? },
            Verdict::Refused(reasons) => Door::Refused { reasons },
            Verdict::Undecided(why) => Door::Undecided { why: format!("{why} (hint: {})", why.advice()) },
        })
    }
}

impl Examined {
    /// The files that a script is made of as one archive, if it imports any.
    pub(super) fn packed_sources(&self) -> Option<Vec<u8>> {
        let files: Vec<(&str, &[u8])> =
            self.sources.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
        if files.len() > 1 { handin::pack(&files) } else { None }
    }
}

/// Reads a file and has the door look at it. A script is built first.
pub(super) fn examine(plan: &ClassPlan, sandbox: &Sandbox, file: &Path) -> Result<Examined, Error> {
    let caps = plan.size.caps();
    let bytes = host::read_bot(file, &caps).map_err(|error| host::unread_bot(file, &error))?.to_vec();
    if Interpreter::of(file).is_none() {
        let verdict = admit(plan, sandbox, bytes.clone())?;
        return Ok(Examined { bytes, verdict, sources: BTreeMap::new() });
    }
    let (verdict, sources) = match script::build(sandbox, file, Some(plan.game)) {
        Ok(built) => (admit(plan, sandbox, built.module)?, built.sources),
        Err(BuildError::Undecided(why)) => (Verdict::Undecided(why), BTreeMap::new()),
        Err(error) => (Verdict::Refused(vec![reason(&error)?]), BTreeMap::new()),
    };
    Ok(Examined { bytes, verdict, sources })
}

/// Has the door look again at something that was handed in, from the files that were kept.
pub(super) fn examine_again(
    plan: &ClassPlan,
    sandbox: &Sandbox,
    folder: &ClassFolder,
    submission: &Submission,
) -> Result<Verdict, Error> {
    let read = |hash, most| folder.read(hash, most).map_err(Error::from);
    let bytes = read(&submission.handed_in, Caps::script().module)?;
    if Interpreter::of(Path::new(&submission.file)).is_none() {
        return admit(plan, sandbox, bytes);
    }
    // What a script came with is kept as its source.
    let archive = submission.archive.as_ref().map(|archive| read(archive, LARGEST_SOURCE)).transpose()?;
    let beside = archive.and_then(|archive| handin::unpack(&archive, &Limits::default())).unwrap_or_default();
    let beside: Vec<(&str, &[u8])> = beside.iter().map(|(name, bytes)| (name.as_str(), &**bytes)).collect();
    let unpacked = unpacked::files((&submission.file, &bytes), &beside)
        .map_err(|error| not_unpacked(&submission.file, &error))?;
    Ok(examine(plan, sandbox, &unpacked.bot())?.verdict)
}

/// That files of a hand-in could not be written to be built.
pub(super) fn not_unpacked(file: &str, error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot unpack {}: {error}", visible(file)))
}

fn admit(plan: &ClassPlan, sandbox: &Sandbox, module: Vec<u8>) -> Result<Verdict, Error> {
    let decided = sandbox.admit(&module, &plan.size.caps()).map_err(|error| Error::of(Kind::Host, &error))?;
    Ok(match decided {
        Ok(_) => Verdict::Accepted(module),
        Err(NotAdmitted::Undecided(why)) => Verdict::Undecided(why),
        Err(refused) => {
            let reasons = refused.reasons().into_iter();
            Verdict::Refused(reasons.map(|(why, advice)| format!("{why} (hint: {advice})")).collect())
        }
    })
}

/// Why a script is refused; a failure of the host is none of its.
fn reason(error: &BuildError) -> Result<String, Error> {
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
    failed.what + &hints.collect::<String>()
}
