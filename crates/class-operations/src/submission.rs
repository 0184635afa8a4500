//! Hand-ins of students: validation and storage.

mod activation;
mod answer;
mod archive;
mod kept;
mod receipt;
mod received;
mod steps;
mod uploaded;

use std::path::Path;

use class_model::{
    Admission, Allowance, Contender, Event, Facts, Hash, Keeping, Moment, Standing, Submission, Who,
    WriteSummary,
};
use copies::SourceLanguage;
use explain::{Error, Kind};
use game::{visible, visible_path};
use job::{Sources, Validator};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::activation::{Activate, Activation, activate};
pub use self::answer::SubmitAnswer;
pub use self::archive::{
    Archive, ArchiveEntry, ArchiveReport, ArchiveSummary, LARGEST_ARCHIVE, Refusals, RefusedEntry, Worksheet,
    preview_archive, submit_archive,
};
use self::kept::{Cover, KeptSubmission, last_hand_in};
pub use self::receipt::{
    IssuedReceiptReport, ReceiptReport, SubmissionReceipt, check_receipt, submission_receipt,
};
pub use self::received::{Received, decide_received};
pub use self::steps::{StepState, StepsNow, SubmissionStep, submission_steps};
pub use self::uploaded::{UploadedFile, receive_files, submit_files};
use crate::open_class::{OpenClass, find_contender, find_student};
use crate::roster::refuse_withdrawn;
use crate::status::{ContenderStatus, EntryReport, SubmissionReport};
use crate::validation::{BotFile, Verdict, undecided, validate};
use crate::warning::Warning;
use crate::words;

/// A bot file to hand in, read into memory.
pub struct SubmittedFile<'a> {
    /// File name without directories; the extension determines the kind of file.
    pub name: &'a str,
    /// Path, for messages.
    pub path: &'a Path,
    /// Contents.
    pub bytes: &'a [u8],
    /// The files that a script may import.
    pub beside: &'a dyn Sources,
    /// Source of the bot, which is kept and never run. If there is none, the files that a script imports are kept.
    pub source: Option<SubmittedSource<'a>>,
}

/// The source of a bot: a file, or an archive of several.
#[derive(Clone, Copy, Debug)]
pub struct SubmittedSource<'a> {
    /// File name without directories.
    pub name: &'a str,
    /// Contents.
    pub bytes: &'a [u8],
}

impl SubmittedSource<'_> {
    /// Packs a file that can be compared into an archive, which preserves its name and so its language. `None` for any
    /// other file, including an archive.
    fn packed(&self, validator: &dyn Validator) -> Option<Vec<u8>> {
        let is_compared = SourceLanguage::from_path(Path::new(self.name)).is_some()
            || validator.language(self.name).is_some();
        if is_compared { course_files::archives::pack(&[(self.name, self.bytes)]) } else { None }
    }
}

/// Maximum difference, in milliseconds, between the clocks of programs that write at the same time.
const AT_ONCE: i64 = 10_000;

/// The moment at which a hand-in is received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// Now, by the clock. The hand-in counts against quotas, and a closed class refuses it.
    Clock(Moment),
    /// The arrival of the request, by the clock, regardless of the upload time. Otherwise like [`Receipt::Clock`].
    Arrived {
        /// When the request arrived.
        at: Moment,
        /// When the upload was complete.
        now: Moment,
    },
    /// The stated moment of a hand-in made elsewhere. It is accepted even if the class is closed or the quota is used
    /// up.
    Stated(Moment),
}

/// The result of a hand-in.
#[derive(Debug)]
pub struct SubmitSummary {
    /// Number of the submission in the class, from 1.
    pub number: u32,
    /// The submission.
    pub submission: Submission,
    /// Alias of the student or team in runs.
    pub alias: String,
    /// The active version of the student or team, and the reason why it is active.
    pub standing: Standing,
    /// The remaining quota.
    pub allowance: Allowance,
    /// Numbers of submissions with the same bytes by other students or teams.
    pub identical_to: Vec<u32>,
    /// `true` if the class already had the same files. They count as one hand-in and cost no quota.
    pub is_repeated: bool,
    /// When it was recorded.
    pub at: Moment,
    /// The result as JSON.
    pub report: SubmitReport,
    /// Warnings for the user who hands in.
    pub warnings: Vec<Warning>,
}

/// The result of a hand-in.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SubmitReport {
    /// The submission.
    submitted: SubmissionReport,
    /// Numbers of submissions with the same bytes by other students or teams.
    same_bytes_as: Vec<u32>,
    /// `true` if the class already had the same files. They count as one hand-in and cost no quota.
    repeated: bool,
    /// Status of the student or team after the hand-in.
    standing: EntryReport,
    /// The receipt, which `muster class check --receipt` proves.
    receipt: String,
    /// The result in words, one string per line.
    words: Vec<String>,
}

impl Shape for SubmitReport {
    const NAME: &'static str = "class-submit";
    const VERSION: u32 = 1;
}

/// Hands in a file for a student. The file is kept even if it is refused.
///
/// # Errors
/// If there is no such student, or the class takes nothing from the student at this moment; if this machine reaches no
/// verdict on a script; if a file that a script imports cannot be read; or if the class cannot be written.
pub fn submit(
    class: &OpenClass,
    validator: &dyn Validator,
    student: &str,
    file: &SubmittedFile<'_>,
    receipt: Receipt,
) -> Result<SubmitSummary, Error> {
    let received = receipt.let_in(class, student, file.bytes)?;
    let SubmittedFile { name, path, bytes, beside, source } = *file;
    let validation = validate(&class.plan, validator, &BotFile { name, path, bytes, beside })?;
    if let (Verdict::Undecided(why), true) = (&validation.verdict, validator.language(name).is_some()) {
        // The script's imports are unknown until it is built.
        return Err(undecided(&visible_path(path), why));
    }
    let packed = match &source {
        Some(source) => source.packed(validator),
        // A script's imports are part of it.
        None => validation.packed_sources(),
    };
    let cover = Cover::new(student, name, receipt, received);
    let mut keeping = class.folder.keeping();
    let source = packed.as_deref().or(source.map(|source| source.bytes));
    let kept = KeptSubmission::keep(&mut keeping, cover, bytes, validation.verdict, source)?;
    let (received, recorded) = write_down(class, keeping, &kept, receipt)?;
    SubmitSummary::of(class, &received, &recorded)
}

/// Flushes the kept files to disk and records the submission. Discards the files if the class refuses the hand-in or
/// already has it.
fn write_down(
    class: &OpenClass,
    keeping: Keeping<'_>,
    kept: &KeptSubmission,
    receipt: Receipt,
) -> Result<(Received, WriteSummary), Error> {
    let new = keeping.finish()?;
    let (student, received) = (kept.student(), kept.received());
    let mut known = None;
    let recorded = class.write(|facts, _| {
        check_open(class, facts, student, receipt)?;
        known = kept.repeats(facts);
        if known.is_some() {
            return Ok(Vec::new());
        }
        check_quota(class, facts, student, receipt, received)?;
        Ok(vec![Event::Submitted(kept.submission(class, facts)?)])
    });
    // A student who was deleted meanwhile leaves no files behind.
    let recorded = recorded.inspect_err(|_| class.discard(&new))?;
    let is_repeated = known.is_some();
    if is_repeated {
        class.discard(&new);
    }
    let last = recorded.facts.submissions().next_back().map(|(number, _)| number);
    let number = known.or(last).ok_or_else(lost)?;
    Ok((Received { number, student: student.to_owned(), is_repeated, language: None }, recorded))
}

/// Returns the error for a record that lacks the submission just handed in.
fn lost() -> Error {
    Error::new(Kind::Damaged, "the class's record lacks the submission that was just handed in")
}

impl Receipt {
    /// Returns the moment at which a student's bot is received, if the class takes it. Skips the quota check if the
    /// student's last hand-in has the same bytes, since the files that came with it may be the same, too.
    fn let_in(self, class: &OpenClass, student: &str, bot: &[u8]) -> Result<Moment, Error> {
        // Dropped before anything is written, so that the write need not copy it.
        let before = class.facts()?;
        let received = self.moment(&before);
        check_open(class, &before, student, self)?;
        let last = last_hand_in(&before, student, received);
        if last.is_none_or(|(_, last)| last.handed_in != Hash::of(bot)) {
            check_quota(class, &before, student, self, received)?;
        }
        Ok(received)
    }

    /// Returns the moment by the clock; `None` if the teacher states it.
    fn clock(self) -> Option<Moment> {
        match self {
            Receipt::Stated(_) => None,
            Receipt::Clock(at) | Receipt::Arrived { at, .. } => Some(at),
        }
    }

    fn moment(self, facts: &Facts) -> Moment {
        match self {
            Receipt::Stated(at) => at,
            Receipt::Clock(now) => facts.last().map_or(now, |last| last.max(now)),
            // Later events do not make a hand-in late, and a clock that was set back does not make it early.
            Receipt::Arrived { at, now } => match facts.last() {
                Some(last) if last.millis() - now.millis() > AT_ONCE => {
                    last.after((at.millis() - now.millis()).min(0))
                }
                _ => at.min(now),
            },
        }
    }
}

/// Refuses a hand-in by a withdrawn student, or to a closed class.
fn check_open(class: &OpenClass, facts: &Facts, student: &str, receipt: Receipt) -> Result<(), Error> {
    let student = find_student(facts, student)?;
    refuse_withdrawn(class, facts, student)?;
    if matches!(receipt, Receipt::Stated(_)) {
        return Ok(());
    }
    if let Some(since) = facts.closed() {
        let message = format!("rejected: the class was closed on {}", class.shown(since));
        return Err(
            Error::new(Kind::Refused, message).hint("`muster class reopen` accepts submissions again")
        );
    }
    Ok(())
}

/// Refuses a hand-in beyond the quota.
fn check_quota(
    class: &OpenClass,
    facts: &Facts,
    student: &str,
    receipt: Receipt,
    received: Moment,
) -> Result<(), Error> {
    if matches!(receipt, Receipt::Stated(_)) {
        return Ok(());
    }
    let Some(contender) = facts.contender_of(student) else { return Ok(()) };
    let quota = &class.plan.quota;
    let allowance = quota.allowance(facts.counted(&contender.who), received);
    if allowance.next > received {
        let words = words::allowance_words(class, quota, &allowance, received).unwrap_or_default();
        return Err(Error::new(Kind::Refused, format!("rejected by the quota: {words}")));
    }
    Ok(())
}

impl SubmitSummary {
    fn of(class: &OpenClass, received: &Received, recorded: &WriteSummary) -> Result<SubmitSummary, Error> {
        let &Received { number, ref student, is_repeated, .. } = received;
        let facts = &recorded.facts;
        let contender = find_contender(facts, student)?;
        let submission = facts.submission(number).ok_or_else(lost)?;
        let identical_to = identical_to(facts, number, &contender);
        let status = ContenderStatus::of(class, facts, contender, recorded.at);
        let report = SubmitReport {
            submitted: SubmissionReport::of(class, facts, &status.standing.deadline, number, submission),
            same_bytes_as: identical_to.clone(),
            repeated: is_repeated,
            standing: status.report(class),
            receipt: submission_receipt(class, facts, number)?.to_string(),
            words: Vec::new(),
        };
        let mut summary = SubmitSummary {
            number,
            submission: submission.clone(),
            alias: status.contender.alias.to_owned(),
            report,
            allowance: status.allowance,
            standing: status.standing,
            identical_to,
            is_repeated,
            at: recorded.at,
            warnings: Warning::of(recorded),
        };
        summary.report.words = lines(class, &summary, &summary.report.receipt);
        Ok(summary)
    }

    /// Returns the result in words, one string per line.
    pub fn words(&self) -> &[String] {
        &self.report.words
    }

    /// Checks that the submission was accepted.
    ///
    /// # Errors
    /// If the submission was refused, or waits for a verdict.
    pub fn verdict(&self) -> Result<(), Error> {
        match &self.submission.admission {
            Admission::Accepted { .. } => Ok(()),
            Admission::Undecided { .. } => Err(undecided_submissions(1)),
            Admission::Refused { reasons } => Err(refused(reasons.len())),
        }
    }
}

/// Returns the numbers of submissions with the same bytes by other students or teams.
fn identical_to(facts: &Facts, number: u32, contender: &Contender<'_>) -> Vec<u32> {
    let others = facts.same_bytes_as(number).into_iter().flat_map(|(_, numbers)| numbers).filter(|other| {
        facts.submission(*other).is_some_and(|submission| Who::handed_in(submission) != contender.who)
    });
    let mut others: Vec<u32> = others.collect();
    others.sort_unstable();
    others.dedup();
    others
}

/// The answer to a student who hands in the same files again.
const REPEATED: &str = "the same files were handed in before: this is that submission, and it uses no quota";

/// Returns the answer to a hand-in, one string per line. All lines but the first are indented.
fn lines(class: &OpenClass, submitted: &SubmitSummary, receipt: &str) -> Vec<String> {
    let SubmitSummary { submission, standing, .. } = submitted;
    let deadline = &standing.deadline;
    let mut lines = vec![
        format!("submission {} of {}", submitted.number, visible(&submitted.alias)),
        format!("  received {}", class.shown(submission.received)),
    ];
    if submitted.is_repeated {
        lines.push(format!("  {REPEATED}"));
    }
    let late = words::lateness_words(class, deadline, submission.received);
    lines.extend(late.map(|words| format!("  {words}")));
    match &submission.admission {
        Admission::Accepted { .. } => {}
        Admission::Refused { reasons } => {
            lines.push("  refused".to_owned());
            let reasons = reasons.iter().flat_map(|reason| reason.lines());
            lines.extend(reasons.map(|reason| format!("    {}", visible(reason))));
        }
        Admission::Undecided { why } => lines.push(format!("  {}", visible(why))),
    }
    if !submitted.identical_to.is_empty() {
        let plural = if submitted.identical_to.len() == 1 { "" } else { "s" };
        let numbers: Vec<String> = submitted.identical_to.iter().map(u32::to_string).collect();
        lines.push(format!("  note: identical to submission{plural} {}", numbers.join(", ")));
    }
    let why = words::why(class, standing);
    lines.push(match &standing.active {
        Ok(active) => format!("  active: submission {} ({why})", active.submission),
        Err(_) => format!("  active: none ({why})"),
    });
    lines.push(format!("  deadline {}", words::deadline_words(class, deadline)));
    let left = words::allowance_words(class, &class.plan.quota, &submitted.allowance, submitted.at);
    lines.extend(left.map(|words| format!("  {words}")));
    lines.push(format!("  receipt {receipt}"));
    lines
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
