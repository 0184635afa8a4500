//! Hand-ins that are received first and decided later, so that the student has an immediate confirmation.

use class_model::HandInLanguage;
use explain::Error;
use job::{Undecided, Validator};

use super::kept::{Cover, KeptSubmission};
use super::{Receipt, SubmitSummary, SubmittedFile, write_down};
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

/// Receives a file of a student. The file is stored, and waits for a verdict.
///
/// # Errors
/// If there is no such student, or the class takes nothing from the student at this moment; or if the class cannot be
/// written.
pub(super) fn receive(
    class: &OpenClass,
    validator: &dyn Validator,
    student: &str,
    file: &SubmittedFile<'_>,
    receipt: Receipt,
) -> Result<Received, Error> {
    let received = receipt.let_in(class, student, file.bytes)?;
    let SubmittedFile { name, bytes, source, .. } = *file;
    let packed = source.and_then(|source| source.packed(validator));
    let cover = Cover::new(student, name, receipt, received);
    let mut keeping = class.folder.keeping();
    let source = packed.as_deref().or(source.map(|source| source.bytes));
    let kept = KeptSubmission::keep(&mut keeping, cover, bytes, Verdict::Pending, source)?;
    let (received, _) = write_down(class, keeping, &kept, receipt)?;
    Ok(Received { language: HandInLanguage::of(validator.language(name)), ..received })
}

/// Decides a received hand-in, if this machine can. An existing verdict stays.
///
/// # Errors
/// If the validator fails, or the class cannot be read or written.
pub fn decide_received(
    class: &OpenClass,
    validator: &dyn Validator,
    received: &Received,
) -> Result<SubmitSummary, Error> {
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
    SubmitSummary::of(class, received, &recorded)
}
