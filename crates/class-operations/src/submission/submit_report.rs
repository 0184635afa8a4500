//! The result of a hand-in.

use std::collections::BTreeSet;

use class_model::{
    Admission, Allowance, Contender, ContenderId, Facts, Moment, Standing, Submission, WriteSummary,
};
use explain::Error;
use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Received, lost, refused, submission_receipt, undecided_submissions};
use crate::open_class::{OpenClass, find_contender};
use crate::status::{ContenderStatus, EntryReport, SubmissionReport};
use crate::warning::Warning;
use crate::words;

/// The result of a hand-in.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SubmitReport {
    /// The submission.
    submitted: SubmissionReport,
    /// Numbers of submissions with the same bytes by other students or teams.
    pub same_bytes_as: Vec<u32>,
    /// `true` if the class already had the same files. They count as one hand-in and cost no quota.
    pub repeated: bool,
    /// Status of the student or team after the hand-in.
    standing: EntryReport,
    /// The receipt, which `muster class check --receipt` proves.
    receipt: String,
    /// The result in words, one string per line.
    pub words: Vec<String>,
    /// Number of the submission in the class, from 1.
    #[serde(skip)]
    pub number: u32,
    /// The submission.
    #[serde(skip)]
    pub submission: Submission,
    /// The active version of the student or team, and the reason why it is active.
    #[serde(skip)]
    pub active: Standing,
    /// The remaining quota.
    #[serde(skip)]
    pub allowance: Allowance,
    /// Warnings for the user who hands in.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for SubmitReport {
    const NAME: &'static str = "class-submit";
    const VERSION: u32 = 1;
}

impl SubmitReport {
    pub(super) fn new(
        class: &OpenClass,
        received: &Received,
        recorded: &WriteSummary,
    ) -> Result<SubmitReport, Error> {
        let &Received { number, ref student, is_repeated, .. } = received;
        let facts = &recorded.facts;
        let contender = find_contender(facts, student)?;
        let submission = facts.submission(number).ok_or_else(lost)?;
        let same_bytes_as = same_bytes_as(facts, number, &contender);
        let status = ContenderStatus::new(class, facts, contender, recorded.at);
        let mut report = SubmitReport {
            submitted: SubmissionReport::new(class, facts, &status.standing.deadline, number, submission),
            same_bytes_as,
            repeated: is_repeated,
            standing: status.report(class),
            receipt: submission_receipt(class, facts, number)?.to_string(),
            words: Vec::new(),
            number,
            submission: submission.clone(),
            active: status.standing,
            allowance: status.allowance,
            warnings: Warning::from_recorded(recorded),
        };
        report.words = vec![format!("submission {number} of {}", visible(status.contender.alias))];
        let details = report.details(class, recorded.at);
        report.words.extend(details.into_iter().map(|line| format!("  {line}")));
        Ok(report)
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

    /// Returns the lines that follow the first one.
    fn details(&self, class: &OpenClass, now: Moment) -> Vec<String> {
        let SubmitReport { submission, active: standing, .. } = self;
        let deadline = &standing.deadline;
        let mut lines = vec![format!("received {}", class.shown(submission.received))];
        if self.repeated {
            lines.push(REPEATED.to_owned());
        }
        lines.extend(words::lateness_words(class, deadline, submission.received));
        match &submission.admission {
            Admission::Accepted { .. } => {}
            Admission::Refused { reasons } => {
                lines.push("refused".to_owned());
                let reasons = reasons.iter().flat_map(|reason| reason.lines());
                lines.extend(reasons.map(|reason| format!("  {}", visible(reason))));
            }
            Admission::Undecided { why } => lines.push(visible(why)),
        }
        if !self.same_bytes_as.is_empty() {
            let plural = if self.same_bytes_as.len() == 1 { "" } else { "s" };
            let numbers: Vec<String> = self.same_bytes_as.iter().map(u32::to_string).collect();
            lines.push(format!("note: identical to submission{plural} {}", numbers.join(", ")));
        }
        let why = words::why(class, standing);
        lines.push(match &standing.active {
            Ok(active) => format!("active: submission {} ({why})", active.submission),
            Err(_) => format!("active: none ({why})"),
        });
        lines.push(format!("deadline {}", words::deadline_words(class, deadline)));
        lines.extend(words::allowance_words(class, &class.plan.quota, &self.allowance, now));
        lines.push(format!("receipt {}", self.receipt));
        lines
    }
}

/// The answer to a student who hands in the same files again.
const REPEATED: &str = "the same files were handed in before: this is that submission, and it uses no quota";

/// Returns the numbers of submissions with the same bytes by other students or teams.
pub fn same_bytes_as(facts: &Facts, number: u32, contender: &Contender<'_>) -> Vec<u32> {
    let others = facts.same_bytes_as(number).into_iter().flat_map(|(_, numbers)| numbers).filter(|other| {
        facts.submission(*other).is_some_and(|submission| ContenderId::handed_in(submission) != contender.who)
    });
    let others: BTreeSet<u32> = others.collect();
    others.into_iter().collect()
}
