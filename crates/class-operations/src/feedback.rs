//! Feedback for students: reasons of refusals, results of their version, and results of a run.

mod comments;
mod feedback_report;
mod own_results;
mod run_outcome;
mod texts;
mod worst_loss;

use std::collections::BTreeMap;

use class_model::{Contender, Facts, Reader};
use explain::{Error, Kind};
use game::visible_path;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::comments::{FeedbackColumn, FeedbackInto, comment_on};
pub use self::feedback_report::FeedbackReport;
pub use self::own_results::OwnResultsReport;
pub use self::run_outcome::{OwnOutcome, RunOutcome};
pub use self::texts::{feedback_archive, feedback_texts};
use crate::grades::GradedRun;
use crate::judging::badges::{judged_words, trial_words};
use crate::judging::{ContenderCheck, check_contender};
use crate::open_class::{OpenClass, now};
use crate::runs::check_release_in;
use crate::status::ContenderStatus;
use crate::words;

/// The start of every student's text, which identifies it later.
const BEGIN: &str = "Muster: ";
/// Maximum number of lines of one reason, since a script can print any amount.
const LINES: usize = 12;

/// A student and the student's feedback.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ToldStudent")]
pub struct StudentFeedback {
    /// The student's id.
    #[serde(rename = "student")]
    pub id: String,
    /// The student's name.
    pub name: String,
    /// The text, line by line.
    pub lines: Vec<String>,
}

/// The scope of feedback.
#[derive(Clone, Copy)]
pub struct FeedbackRequest<'a> {
    /// A run whose results are included.
    pub run: Option<&'a GradedRun>,
    /// `true` to give feedback although results are frozen.
    pub include_frozen: bool,
}

/// Returns the feedback for all students of a class, in the order of joining. All students of a team get the same.
///
/// # Errors
/// If results are frozen, or the run cannot be read.
pub fn feedback(
    class: &OpenClass,
    facts: &Facts,
    request: FeedbackRequest<'_>,
) -> Result<Vec<StudentFeedback>, Error> {
    if !request.include_frozen {
        refuse_frozen(class, facts, request.run)?;
    }
    let outcome = request.run.map(RunOutcome::new).transpose()?;
    let mut by_student: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for contender in facts.contenders() {
        let lines = lines(class, facts, &contender, outcome.as_ref());
        for member in &contender.members {
            by_student.insert(&member.id, lines.clone());
        }
    }
    let told = facts.students().into_iter().map(|student| StudentFeedback {
        id: student.id.clone(),
        name: student.name.clone(),
        lines: by_student.remove(student.id.as_str()).unwrap_or_default(),
    });
    Ok(told.collect())
}

impl StudentFeedback {
    /// Returns the lines as plain text.
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    /// Returns the text in one line of HTML, for course systems that render it.
    pub fn html(&self) -> String {
        let escaped = |line: &String| {
            line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
        };
        self.lines.iter().map(escaped).collect::<Vec<_>>().join("<br>")
    }
}

/// Refuses feedback while judgements or the run's results are frozen.
fn refuse_frozen(class: &OpenClass, facts: &Facts, run: Option<&GradedRun>) -> Result<(), Error> {
    if let Some(run) = run {
        check_release_in(class, facts, &run.run)?;
    }
    let Some(freeze) = facts.frozen(Reader::Participants) else { return Ok(()) };
    let release = format!("muster class release {} --to participants", visible_path(class.folder.root()));
    Err(Error::new(Kind::Refused, format!("results are frozen since {}", class.shown(freeze.since)))
        .hint(format!("`{release}` releases them; to include them anyway, add --include-frozen")))
}

/// Composes the feedback for a student or a team.
fn lines(
    class: &OpenClass,
    facts: &Facts,
    contender: &Contender<'_>,
    outcome: Option<&RunOutcome>,
) -> Vec<String> {
    let status = ContenderStatus::new(class, facts, contender.clone(), now(facts));
    let check = check_contender(class, facts, contender);
    let mut lines = vec![format!("{BEGIN}{}, {}", class.plan.name, contender.alias)];
    lines.extend(status.refusal_lines(class));
    lines.push(what_counts(class, facts, &status));
    lines.extend(status.pause_words(class).map(|words| format!("Not entered: this version {words}.")));
    lines.extend(shown(&check));
    lines.extend(outcome.into_iter().flat_map(|outcome| outcome.of(class, facts, contender.clone()).lines()));
    lines
}

fn what_counts(class: &OpenClass, facts: &Facts, status: &ContenderStatus<'_>) -> String {
    let why = words::why(class, &status.standing);
    let number = status.standing.active.as_ref().ok().map(|active| active.submission);
    let found = number.and_then(|number| Some((number, facts.submission(number)?)));
    match found {
        Some((number, active)) => {
            let received = class.shown(active.received);
            format!("Active: submission {number} ({}), received {received}: {why}.", active.file)
        }
        None => format!("Active: none: {why}."),
    }
}

/// Describes the results of the active version in trials and requirements.
fn shown(check: &ContenderCheck<'_>) -> Vec<String> {
    let Some(version) = check.versions.iter().find(|version| version.is_active) else { return Vec::new() };
    let mut lines = Vec::new();
    if let Some(tried) = version.trial.filter(|tried| !tried.faults.is_empty()) {
        lines.push(format!("Trials: {}.", trial_words(tried)));
        lines.extend(tried.words.iter().flat_map(|words| words.lines().take(LINES).map(str::to_owned)));
    }
    lines.extend(version.badges.iter().map(|one| {
        let words = one.badge.judged.map_or_else(|| "not played yet".to_owned(), judged_words);
        format!("Requirement \"{}\": {words}.", one.badge.requirement.name)
    }));
    lines
}
