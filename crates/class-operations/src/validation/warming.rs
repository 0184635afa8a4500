//! Compiling interpreters ahead of the first submission.

use std::collections::BTreeMap;

use class_model::HandInLanguage;
use explain::{Error, Kind};
use job::{NotAdmitted, NotBuilt, Script, Validator};

use crate::open_class::OpenClass;
use crate::validation::undecided;

/// Returns the script languages that a class takes. The interpreter of each is compiled on first use.
pub fn script_languages(class: &OpenClass) -> Vec<HandInLanguage> {
    class.plan.languages.iter().copied().filter(|language| smallest(*language).is_some()).collect()
}

/// Builds and admits a small script of a language, so that the first submission does not wait for the interpreter to
/// compile. Takes only a moment if the interpreter is already compiled.
///
/// # Errors
/// If the validator fails or does not admit the script.
pub fn warm_up(class: &OpenClass, validator: &dyn Validator, language: HandInLanguage) -> Result<(), Error> {
    let Some((entry, text)) = smallest(language) else { return Ok(()) };
    let failed = |why: &dyn std::fmt::Display| {
        Error::new(Kind::Host, format!("the {} interpreter is not ready: {why}", language.title()))
    };
    let sources = BTreeMap::from([(entry.to_owned(), text.as_bytes().to_vec())]);
    let script = Script { entry, sources: &sources, game: Some(class.plan.game) };
    let built = validator.build(&script).map_err(|error| failed(&error))?.map_err(|why| match why {
        NotBuilt::Undecided(why) => undecided(entry, &why),
        NotBuilt::Unreadable { why, .. } => failed(&why),
        NotBuilt::Wrong { what, .. } => failed(&what),
    })?;
    let admitted = validator.validate(&built.module, class.plan.size).map_err(|error| failed(&error))?;
    admitted.map(drop).map_err(|why| match why {
        NotAdmitted::Undecided(why) => undecided(entry, &why),
        NotAdmitted::Refused(why) => failed(&why),
    })
}

/// Returns a minimal script with its name.
fn smallest(language: HandInLanguage) -> Option<(&'static str, &'static str)> {
    match language {
        HandInLanguage::Wasm => None,
        // Its types are removed first, by a separate module.
        HandInLanguage::JavaScript => {
            Some(("bot.ts", "export function choose(_view: unknown): number { return 0; }\n"))
        }
        HandInLanguage::Python => Some(("bot.py", "def choose(view):\n    return 0\n")),
    }
}
