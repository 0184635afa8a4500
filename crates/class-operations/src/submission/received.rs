//! Hand-ins that are received first and decided later, so that the student has an immediate confirmation.

use class_model::HandInLanguage;
use explain::Error;
use job::{Undecided, Validator};

use super::SubmitReport;
use crate::open_class::OpenClass;
use crate::validation::{Verdict, undecided_words, validate_again, write_verdict};

/// A received hand-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Number of the submission in the class, from 1.
    pub number: u32,
    /// The id of the student who handed it in.
    pub student: String,
    /// `true` if the class already had the same files. They count as one hand-in and cost no quota.
    pub is_repeated: bool,
    /// Language of the file; `None` for a language that no class takes.
    pub language: Option<HandInLanguage>,
}

/// Decides a received hand-in from its stored files, if this machine can. An existing verdict stays. The files are read
/// again, because those of many hand-ins may wait for their turn.
///
/// # Errors
/// If the validator fails, or the class cannot be read or written.
pub fn decide_received(
    class: &OpenClass,
    validator: &dyn Validator,
    received: &Received,
) -> Result<SubmitReport, Error> {
    let Received { number, .. } = received;
    let facts = class.facts()?;
    let open = facts.submission(*number).filter(|submission| submission.is_undecided());
    let verdict = open.map(|submission| validate_again(class, validator, submission)).transpose()?;
    // The reason why this machine cannot decide is recorded as well, unless it already is.
    let is_known = |why: &Undecided| {
        let why = undecided_words(why);
        open.is_some_and(|submission| submission.reasons() == [why.as_str()])
    };
    let verdict = verdict.filter(|verdict| !matches!(verdict, Verdict::Undecided(why) if is_known(why)));
    drop(facts);
    let recorded = match verdict {
        None => class.write(|_, _| Ok(Vec::new()))?,
        Some(verdict) => write_verdict(class, *number, verdict)?.0,
    };
    SubmitReport::new(class, received, &recorded)
}
