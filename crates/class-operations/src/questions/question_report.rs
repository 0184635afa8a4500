//! Questions as JSON.

use class_model::{Dated, Facts, PostedQuestion, PostedUpdate, QuestionStep, Topic};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::question_words::{state_word, step_word};
use crate::utc::Utc;

/// Questions of one or more students.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QuestionsReport {
    /// The questions, the oldest first.
    questions: Vec<QuestionReport>,
}

/// A question or a regrade request, with everything that followed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QuestionReport {
    /// The number of the question in the class, from 1.
    pub question: u32,
    /// The id of the student who asked.
    student: String,
    /// Time of the question, in UTC.
    at: Utc,
    /// `true` if it is a regrade request.
    regrade: bool,
    /// The number of the submission that it is about; null if it is about none.
    submission: Option<u32>,
    /// The name of the run that it is about; null if it is about none.
    run: Option<String>,
    /// The key of the match that it is about; null if it is about none.
    r#match: Option<String>,
    /// The text.
    text: String,
    /// The state: `open`, `answered`, `granted`, `declined` or `closed`.
    state: &'static str,
    /// The steps that followed, in order.
    updates: Vec<QuestionUpdateReport>,
}

/// A step after a question.
#[derive(Debug, Serialize, JsonSchema)]
struct QuestionUpdateReport {
    /// Time of the step, in UTC.
    at: Utc,
    /// The step: `added`, `answered`, `granted`, `declined`, `closed` or `ruled`.
    step: &'static str,
    /// The role of the person who made it.
    by: Option<String>,
    /// The name of the teacher or assistant, or the student's id; null if it is not known.
    name: Option<String>,
    /// The text; empty if the step has none.
    text: String,
    /// The number of the announcement that answers the question for all; null if there is none.
    announcement: Option<u32>,
    /// The number of the ruling that followed; null if the step is none.
    ruling: Option<usize>,
}

impl Shape for QuestionsReport {
    const NAME: &'static str = "class-questions";
    const VERSION: u32 = 1;
}

impl Shape for QuestionReport {
    const NAME: &'static str = "class-question";
    const VERSION: u32 = 1;
}

impl QuestionsReport {
    /// Returns the questions of the students that `is_shown` accepts.
    pub fn new(facts: &Facts, is_shown: impl Fn(&str) -> bool) -> QuestionsReport {
        let shown = facts.questions().filter(|asked| is_shown(&asked.what.question.by));
        QuestionsReport { questions: shown.map(|asked| QuestionReport::new(facts, asked)).collect() }
    }
}

impl QuestionReport {
    /// Returns a question as JSON.
    pub fn new(facts: &Facts, Dated { at, what }: &Dated<PostedQuestion>) -> QuestionReport {
        let PostedQuestion { number, question, updates, .. } = what;
        let (submission, run, key) = match &question.about {
            Topic::Class => (None, None, None),
            Topic::Submission(number) => (Some(*number), None, None),
            Topic::Run(run) => (None, Some(run.clone()), None),
            Topic::Match { run, key } => (None, Some(run.clone()), Some(key.clone())),
        };
        QuestionReport {
            question: *number,
            student: question.by.clone(),
            at: Utc(*at),
            regrade: question.is_regrade,
            submission,
            run,
            r#match: key,
            text: question.text.clone(),
            state: state_word(what.state()),
            updates: updates.iter().map(|update| QuestionUpdateReport::new(facts, update)).collect(),
        }
    }
}

impl QuestionUpdateReport {
    fn new(facts: &Facts, PostedUpdate { at, event, step, text }: &PostedUpdate) -> QuestionUpdateReport {
        let actor = facts.actor_of(*event);
        let (announcement, ruling) = match step {
            QuestionStep::Answered { announcement } => (*announcement, None),
            QuestionStep::Ruled { ruling, .. } => (None, Some(*ruling)),
            QuestionStep::Added | QuestionStep::Granted | QuestionStep::Declined | QuestionStep::Closed => {
                (None, None)
            }
        };
        let word = match step {
            QuestionStep::Added => "added",
            QuestionStep::Ruled { .. } => "ruled",
            step => step_word(step),
        };
        QuestionUpdateReport {
            at: Utc(*at),
            step: word,
            by: actor.map(|actor| actor.role.to_string()),
            name: actor.and_then(|actor| actor.name.clone()),
            text: text.clone(),
            announcement,
            ruling,
        }
    }
}
