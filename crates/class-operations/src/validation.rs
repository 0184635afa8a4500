//! Validating submissions.

mod bundle;
mod kits;
mod recording;
mod warming;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use class_model::{Admission, ClassPlan, FileBatch, Submission};
use course_files::archives::Limits;
use explain::{Error, Kind};
use game::Game;
use job::{Caps, NotAdmitted, NotBuilt, ReadyModule, Script, Sources, Undecided, Validator, ValidatorError};

pub(crate) use self::bundle::Bundle;
pub(crate) use self::kits::{is_kit, kit_names};
use self::kits::{kit_of_scripts, other_game_of_module, other_game_of_script};
pub(crate) use self::recording::write_verdict;
pub use self::warming::{script_languages, warm_up};
use crate::open_class::{OpenClass, not_taken};

/// Maximum number of bytes of a submission's source.
pub const LARGEST_SOURCE: u64 = 64 << 20;

/// The verdict on a submitted file.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The file may play: its module.
    Accepted(Vec<u8>),
    /// The file may not play: the reasons, each with advice.
    Refused(Vec<String>),
    /// This machine cannot decide.
    Undecided(Undecided),
}

/// The file of a bot, read into memory.
pub struct BotFile<'a> {
    /// File name without directories; the extension determines the language.
    pub name: &'a str,
    /// Path, for messages.
    pub path: &'a Path,
    /// Contents.
    pub bytes: &'a [u8],
    /// The files that a script may import. If one of them has the bot's name, `bytes` take precedence.
    pub beside: &'a dyn Sources,
}

impl Verdict {
    /// Stores the module and returns the admission to record.
    pub(crate) fn keep(self, keeping: &mut FileBatch<'_>) -> Result<Admission, Error> {
        Ok(match self {
            Verdict::Accepted(module) => Admission::Accepted { module: keeping.add(&module)? },
            Verdict::Refused(reasons) => Admission::Refused { reasons },
            Verdict::Undecided(why) => Admission::Undecided { why: undecided_words(&why) },
        })
    }
}

/// Describes why a machine cannot decide, with advice, as recorded in the class.
pub(crate) fn undecided_words(why: &Undecided) -> String {
    with_advice(&why.to_string(), Some(why.advice()))
}

/// Validates a file. A script is built first. Returns the verdict and the files that make up a script, including the
/// script itself, by their paths relative to its folder; none for a module.
pub(crate) fn validate(
    plan: &ClassPlan,
    validator: &dyn Validator,
    file: &BotFile<'_>,
) -> Result<(Verdict, BTreeMap<String, String>), Error> {
    let none = BTreeMap::new();
    let language = validator.language(file.name);
    if let Some(why) = not_taken(plan, language) {
        return Ok((Verdict::Refused(vec![why]), none));
    }
    if language.is_none() {
        return Ok((admit(plan, validator, file.bytes)?, none));
    }
    let supplied = WithKit { file, kit: kit_of_scripts(plan.game) };
    let script = Script { entry: file.name, sources: &supplied, game: Some(plan.game) };
    Ok(match validator.build(&script).map_err(|error| validator_failed(&error))? {
        Ok(built) => match other_game_of_script(plan.game, &built.sources) {
            Some(other) => (Verdict::Refused(vec![other_game(plan.game, other)]), built.sources),
            None => (admit(plan, validator, built.module)?, built.sources),
        },
        Err(NotBuilt::Undecided(why)) => (Verdict::Undecided(why), none),
        // A host failure is not the script's mistake.
        Err(NotBuilt::Unreadable { file: name, why }) => {
            let path = file.path.with_file_name(name);
            return Err(Error::input(format!("cannot read {}: {why}", path.display())));
        }
        Err(NotBuilt::Wrong { what, advice }) => {
            (Verdict::Refused(vec![with_advice(&what, advice.as_deref())]), none)
        }
    })
}

/// Validates a submission again from its stored files.
pub(crate) fn validate_again(
    class: &OpenClass,
    validator: &dyn Validator,
    submission: &Submission,
) -> Result<Verdict, Error> {
    let read = |hash, most| class.folder.read(hash, most).map_err(Error::from);
    let bytes = read(&submission.handed_in, Caps::script().module)?;
    if validator.language(&submission.file).is_none() {
        return admit(&class.plan, validator, bytes);
    }
    // The files handed in with a script are stored as its source.
    let archive = submission.archive.as_ref().map(|archive| read(archive, LARGEST_SOURCE)).transpose()?;
    let beside = archive
        .and_then(|archive| course_files::archives::unpack(&archive, &Limits::default()))
        .unwrap_or_default();
    let beside: Vec<(&str, &[u8])> = beside.iter().map(|(name, bytes)| (name.as_str(), &**bytes)).collect();
    let bundle = Bundle::pack((&submission.file, &bytes), &beside);
    Ok(validate(&class.plan, validator, &bundle.bot())?.0)
}

/// Returns the refusal of a script's file that is not text, as far as it is known without a build.
pub(crate) fn foreseen(validator: &dyn Validator, name: &str, bytes: &[u8]) -> Option<String> {
    match validator.check_text(name, bytes).err()? {
        NotBuilt::Wrong { what, advice } => Some(with_advice(&what, advice.as_deref())),
        NotBuilt::Unreadable { .. } | NotBuilt::Undecided(_) => None,
    }
}

/// Returns the error for a bot that this machine cannot decide on.
pub(crate) fn undecided(what: &str, why: &Undecided) -> Error {
    Error::new(Kind::Undecided, format!("{what}: {why}")).hint(why.advice())
}

/// Returns the error for a validator that failed entirely.
pub(crate) fn validator_failed(error: &ValidatorError) -> Error {
    Error::wrap(Kind::Host, error)
}

fn admit(
    plan: &ClassPlan,
    validator: &dyn Validator,
    module: impl AsRef<[u8]> + Into<Vec<u8>>,
) -> Result<Verdict, Error> {
    if let Some(other) = other_game_of_module(plan.game, module.as_ref()) {
        return Ok(Verdict::Refused(vec![other_game(plan.game, other)]));
    }
    let decided = validator.validate(module.as_ref(), plan.size).map_err(|error| validator_failed(&error))?;
    Ok(match decided.and_then(ReadyModule::as_bot) {
        Ok(_) => Verdict::Accepted(module.into()),
        Err(NotAdmitted::Undecided(why)) => Verdict::Undecided(why),
        Err(refused) => {
            let reasons = refused.reasons().into_iter();
            Verdict::Refused(reasons.map(|(why, advice)| with_advice(&why, Some(advice))).collect())
        }
    })
}

fn other_game(own: &dyn Game, other: &dyn Game) -> String {
    let word = own.module().map_or(own.name(), |_| kit::MODULE);
    let what = format!("the bot was made for {}, but the class plays {}", other.title(), own.title());
    with_advice(&what, Some(&format!("make it with the kit for {}: `muster new --game {word}`", own.title())))
}

fn with_advice(why: &str, advice: Option<&str>) -> String {
    advice.map_or_else(|| why.to_owned(), |advice| format!("{} (hint: {advice})", why.trim_end()))
}

/// A script with the kit's files added. Files of the same names handed in with the script take precedence.
struct WithKit<'a> {
    file: &'a BotFile<'a>,
    kit: &'a BTreeMap<String, Vec<u8>>,
}

impl Sources for WithKit<'_> {
    fn has(&self, name: &str) -> bool {
        self.file.has(name) || self.kit.has(name)
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        match self.file.read(name, most)? {
            Some(bytes) => Ok(Some(bytes)),
            None => self.kit.read(name, most),
        }
    }

    fn near(&self, endings: &[&str]) -> Vec<String> {
        self.file.near(endings)
    }
}

/// The bot and the files beside it.
impl Sources for BotFile<'_> {
    fn has(&self, name: &str) -> bool {
        name == self.name || self.beside.has(name)
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        if name != self.name {
            return self.beside.read(name, most);
        }
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        Ok(Some(self.bytes[..self.bytes.len().min(most)].to_vec()))
    }

    fn near(&self, endings: &[&str]) -> Vec<String> {
        self.beside.near(endings)
    }
}
