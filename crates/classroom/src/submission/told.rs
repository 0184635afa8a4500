//! What whoever hands in is told.

use class::Admission;
use explain::{Error, Kind};
use game::visible;
use serde::Deserialize;

use super::SubmitSummary;
use crate::open_class::OpenClass;
use crate::words;

/// A [`SubmitReport`](super::SubmitReport) that a service has answered with, as far as whoever hands in is told it.
#[derive(Debug, Deserialize)]
pub struct SubmitAnswer {
    /// The version of the shape.
    pub version: u32,
    /// What is said of it, a line each.
    pub words: Vec<String>,
    submitted: AnsweredSubmission,
}

#[derive(Debug, Deserialize)]
struct AnsweredSubmission {
    accepted: bool,
    undecided: bool,
    reasons: Vec<String>,
}

impl SubmitAnswer {
    /// Whether it was accepted.
    ///
    /// # Errors
    /// If it was refused, or waits for a verdict.
    pub fn verdict(&self) -> Result<(), Error> {
        match &self.submitted {
            AnsweredSubmission { accepted: true, .. } => Ok(()),
            AnsweredSubmission { undecided: true, .. } => Err(undecided_submissions(1)),
            AnsweredSubmission { reasons, .. } => Err(refused(reasons.len())),
        }
    }
}

/// What whoever hands in is told, a line each, of which all but the first are indented.
pub(super) fn lines(class: &OpenClass, submitted: &SubmitSummary, receipt: &str) -> Vec<String> {
    let SubmitSummary { submission, standing, .. } = submitted;
    let deadline = &standing.deadline;
    let mut lines = vec![
        format!("submission {} of {}", submitted.number, visible(&submitted.alias)),
        format!("  received {}", class.shown(submission.received)),
    ];
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

/// That a submission was refused.
pub(super) fn refused(reasons: usize) -> Error {
    let plural = if reasons == 1 { "" } else { "s" };
    let message = format!("refused for {reasons} reason{plural}; it is kept, and does not count");
    Error::new(Kind::Refused, message)
}

/// That submissions are in, and wait for a verdict.
pub(super) fn undecided_submissions(count: usize) -> Error {
    let plural = if count == 1 { "hand-in is kept, and waits" } else { "hand-ins are kept, and wait" };
    Error::new(Kind::Undecided, format!("{count} {plural}: undecided on this machine"))
        .hint("`muster class work` decides on a faster machine, or when less else is running")
}
