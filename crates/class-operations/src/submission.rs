//! Hand-ins of students. Each is drafted, checked against the class's closing and quota, validated at once or later,
//! stored and recorded. Hand-ins of an archive are stated by the teacher: neither closing nor quota applies to them.

mod activation;
mod answer;
mod archive;
mod draft;
mod hand_in_time;
mod receipt;
mod received;
mod steps;
mod submit_report;
mod uploaded;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use class_model::{Event, Facts, HandInLanguage, Hash, Submission, WriteSummary};
use copies::SourceLanguage;
use course_files::archives;
use explain::{Error, Kind};
use game::visible_path;
use job::Validator;

pub use self::activation::{Activate, Activation, activate};
pub use self::answer::SubmitAnswer;
pub use self::archive::{
    Archive, ArchiveEntry, ArchiveReport, LARGEST_ARCHIVE, Refusals, RefusedEntry, preview_archive,
    submit_archive,
};
pub use self::hand_in_time::HandInTime;
pub use self::receipt::{IssuedReceiptReport, ProvenReceipt, Receipt, check_receipt, submission_receipt};
pub use self::received::{Received, decide_received};
pub use self::steps::{StepState, StepsNow, SubmissionStep, submission_steps};
pub use self::submit_report::{SubmitReport, same_bytes_as};
pub use self::uploaded::{receive_files, submit_files};
use crate::named_file::NamedFile;
use crate::open_class::{OpenClass, find_student};
use crate::roster::refuse_withdrawn;
use crate::validation::{BotFile, Verdict, undecided, validate};
use crate::words;

/// Returns a bot's source as it is stored: a file that can be compared is packed into an archive, which preserves its
/// name and so its language.
fn stored_source<'s>(source: &'s NamedFile, validator: &dyn Validator) -> Cow<'s, [u8]> {
    let NamedFile { name, bytes } = source;
    let is_compared =
        SourceLanguage::from_path(Path::new(name)).is_some() || validator.language(name).is_some();
    let packed = if is_compared { archives::pack(&[(name, bytes)]) } else { None };
    packed.map_or(Cow::Borrowed(bytes), Cow::Owned)
}

/// Packs the files that are stored with a bot; `None` if it came alone.
fn pack_several(files: &[(&str, &[u8])]) -> Option<Vec<u8>> {
    if files.len() > 1 { archives::pack(files) } else { None }
}

/// A bot that a student hands in.
struct HandIn<'a> {
    student: &'a str,
    bot: &'a BotFile<'a>,
    /// The bot's source. Without one, the files that a script imports are its source.
    source: Option<&'a NamedFile>,
    at: HandInTime,
}

/// The time at which a hand-in is validated.
#[derive(Clone, Copy)]
enum Deciding {
    /// Before it is recorded.
    AtOnce,
    /// After it is recorded, from its stored files.
    Later,
}

/// Hands in a bot for a student. The file is kept even if it is refused. The bot's source is kept and never run; if
/// there is none, the files that a script imports are kept.
///
/// # Errors
/// If there is no such student, or the class takes nothing from the student at this moment; if this machine reaches no
/// verdict on a script; if a file that a script imports cannot be read; or if the class cannot be written.
pub fn submit(
    class: &OpenClass,
    validator: &dyn Validator,
    student: &str,
    bot: &BotFile<'_>,
    source: Option<&NamedFile>,
    at: HandInTime,
) -> Result<SubmitReport, Error> {
    let hand_in = HandIn { student, bot, source, at };
    let (received, recorded) = take(class, validator, &hand_in, Deciding::AtOnce)?;
    SubmitReport::new(class, &received, &recorded)
}

/// Stores and records a hand-in.
fn take(
    class: &OpenClass,
    validator: &dyn Validator,
    hand_in: &HandIn<'_>,
    deciding: Deciding,
) -> Result<(Received, WriteSummary), Error> {
    let HandIn { student, bot, source, at } = *hand_in;
    // Dropped before anything is written, so that the write need not copy it.
    let before = class.facts()?;
    let mut draft = draft::draft(student, bot.name, bot.bytes, at, &before);
    // The files that come with the bot may be the same, too.
    check(class, &before, &draft, draft::same_bot(&draft, &before))?;
    drop(before);
    let language = validator.language(bot.name);
    let (verdict, imports) = match deciding {
        Deciding::AtOnce => {
            let (verdict, imports) = validate(&class.plan, validator, bot)?;
            (Some(verdict), imports)
        }
        Deciding::Later => (None, BTreeMap::new()),
    };
    if let (Some(Verdict::Undecided(why)), true) = (&verdict, language.is_some()) {
        // The script's imports are unknown until it is built.
        return Err(undecided(&visible_path(bot.path), why));
    }
    let imports: Vec<(&str, &[u8])> =
        imports.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let source = match source {
        Some(source) => Some(stored_source(source, validator)),
        None => pack_several(&imports).map(Cow::Owned),
    };
    let mut keeping = class.folder.keeping();
    keeping.add(bot.bytes)?;
    draft.archive = source.map(|source| keeping.add(&source)).transpose()?;
    if let Some(verdict) = verdict {
        draft.admission = verdict.keep(&mut keeping)?;
    }
    record(class, &draft, HandInLanguage::from_script(language), &keeping.finish()?)
}

/// Records a hand-in. Removes its new files if the class refuses it or already has it.
fn record(
    class: &OpenClass,
    draft: &Submission,
    language: Option<HandInLanguage>,
    new: &BTreeSet<Hash>,
) -> Result<(Received, WriteSummary), Error> {
    let mut known = None;
    let recorded = class.write(|facts, _| {
        known = draft::repeats(draft, facts);
        check(class, facts, draft, known)?;
        let new = if known.is_none() { Some(draft::to_record(draft, class, facts)?) } else { None };
        Ok(new.map(Event::Submitted).into_iter().collect())
    });
    // A student who was deleted meanwhile leaves no files behind.
    if known.is_some() || recorded.is_err() {
        class.discard(new);
    }
    let recorded = recorded?;
    let last = recorded.facts.submissions().next_back().map(|(number, _)| number);
    let number = known.or(last).ok_or_else(lost)?;
    let is_repeated = known.is_some();
    Ok((Received { number, student: draft.by.clone(), is_repeated, language }, recorded))
}

/// Refuses a hand-in by a withdrawn student, to a closed class, or beyond the quota. A repetition costs no quota.
fn check(class: &OpenClass, facts: &Facts, draft: &Submission, repeats: Option<u32>) -> Result<(), Error> {
    refuse_withdrawn(class, facts, find_student(facts, &draft.by)?)?;
    if draft.stated {
        return Ok(());
    }
    if let Some(since) = facts.closed() {
        let message = format!("rejected: the class was closed on {}", class.shown(since));
        return Err(
            Error::new(Kind::Refused, message).hint("`muster class reopen` accepts submissions again")
        );
    }
    let contender = facts.contender_of(&draft.by).filter(|_| repeats.is_none());
    let Some(contender) = contender else { return Ok(()) };
    let quota = &class.plan.quota;
    let allowance = quota.allowance(facts.counted(&contender), draft.received);
    if allowance.next > draft.received {
        return Err(Error::new(Kind::Refused, words::too_soon(class, quota, &allowance)));
    }
    Ok(())
}

/// Returns the error for a record that lacks the submission just handed in.
fn lost() -> Error {
    Error::new(Kind::Damaged, "the class's record lacks the submission that was just handed in")
}

/// Returns the error for a refused submission.
fn refused(reasons: usize) -> Error {
    let plural = if reasons == 1 { "" } else { "s" };
    let message = format!("refused for {reasons} reason{plural}; it is kept but does not count");
    Error::new(Kind::Refused, message)
}

/// Returns the error for submissions that wait for a verdict.
fn undecided_submissions(count: usize) -> Error {
    let plural = if count == 1 { "hand-in is kept and waiting" } else { "hand-ins are kept and waiting" };
    Error::new(Kind::Undecided, format!("{count} {plural}: undecided on this machine"))
        .hint("run `muster class work` on a faster machine, or when this machine is less busy")
}
