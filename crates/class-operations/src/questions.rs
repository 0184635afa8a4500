//! Questions and regrade requests of students, and their answers.

mod answering;
mod question_report;
mod question_words;
mod subject;

use class_model::{
    Event, Facts, Moment, PostedQuestion, Question, QuestionState, QuestionStep, QuestionUpdate,
};
use explain::{Error, Kind};
use schemars::JsonSchema;
use serde::Deserialize;

use self::answering::refuse_unseen;
pub use self::answering::{Answer, Decision, answer, find_granted, link_ruling};
pub use self::question_report::{QuestionReport, QuestionsReport};
pub(crate) use self::question_words::{asked_words, reply_words, update_words};
pub use self::question_words::{called, state_word, topic_words};
use self::subject::Subject;
use crate::announcement::checked;
use crate::open_class::{OpenClass, find_student};

/// Maximum number of bytes of a question, an addition or an answer.
pub const LONGEST: usize = 5000;
/// Maximum number of questions of a student that wait for staff.
const MOST_OPEN: usize = 10;
/// Maximum number of questions of a student in 24 hours.
const MOST_A_DAY: usize = 20;
/// Maximum number of additions to a question since the last reply.
const MOST_ADDED: usize = 5;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A new question or regrade request of a student.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// The student's id.
    pub student: String,
    /// The text: at most 5000 bytes.
    #[schemars(length(min = 1, max = 5000))]
    pub text: String,
    /// `true` to ask for another grade. Such a request must name a submission, a run or a match.
    #[serde(default, rename = "regrade")]
    pub is_regrade: bool,
    /// The number of a submission of the student or their team, if the question is about one.
    #[serde(default)]
    pub submission: Option<u32>,
    /// The name of a run, if the question is about a result or a match.
    #[serde(default)]
    pub run: Option<String>,
    /// The key of a match in the run, if the question is about one.
    #[serde(default, rename = "match")]
    pub key: Option<String>,
}

/// A question, named by its number and the student who asked it.
#[derive(Clone, Debug)]
pub struct OwnQuestion<'a> {
    /// The id of the student who asked it.
    pub student: &'a str,
    /// Its number.
    pub number: u32,
}

/// Asks a question.
///
/// # Errors
/// If the text is blank or too long, the student may not see the subject, has too many open questions or asked too many
/// today, or the class's record cannot be written.
pub fn ask(class: &OpenClass, request: &Ask) -> Result<QuestionReport, Error> {
    let text = checked(&request.text, "a question", LONGEST)?;
    let subject = Subject::of(request)?;
    subject.check(class, &class.facts()?, &request.student)?;
    let recorded = class.write(|facts, at| {
        let by = find_student(facts, &request.student)?.id.clone();
        check_limits(facts, &by, at)?;
        let (about, is_regrade) = (subject.topic(), request.is_regrade);
        Ok(vec![Event::Asked(Question { by, is_regrade, about, text })])
    })?;
    let last = recorded.facts.questions().next_back();
    last.map(|asked| QuestionReport::new(&recorded.facts, asked)).ok_or_else(|| no_question(0))
}

fn check_limits(facts: &Facts, student: &str, now: Moment) -> Result<(), Error> {
    let own = || facts.questions().filter(|asked| asked.what.question.by == student);
    let open = own().filter(|asked| asked.what.state() == QuestionState::Open).count();
    if open >= MOST_OPEN {
        let what = format!("{open} of your questions wait for an answer, which is the most at a time");
        return Err(Error::new(Kind::Refused, what).hint("close those that you no longer need, or wait"));
    }
    if own().filter(|asked| asked.at.after(DAY) > now).count() >= MOST_A_DAY {
        let what = format!("you can ask at most {MOST_A_DAY} questions in 24 hours");
        return Err(Error::new(Kind::Refused, what).hint("ask again tomorrow"));
    }
    Ok(())
}

/// Adds a text of the student to a question that is not over. The question waits for staff again.
///
/// # Errors
/// If the student has no such question, it is over, the text is blank or too long, the student has added too much since
/// the last answer, or the class's record cannot be written.
pub fn add_to_question(class: &OpenClass, own: &OwnQuestion<'_>, text: &str) -> Result<(), Error> {
    let text = checked(text, "an addition", LONGEST)?;
    class.write(|facts, _| {
        let asked = find_question(facts, own)?;
        if !asked.state().can_grow() {
            let what = format!("question {} is {}", own.number, state_word(asked.state()));
            return Err(Error::new(Kind::Conflict, what).hint("ask a new question"));
        }
        let added = asked.updates.iter().rev().take_while(|update| update.step == QuestionStep::Added);
        if added.count() >= MOST_ADDED {
            let what = format!("you have added to this question {MOST_ADDED} times without an answer");
            return Err(Error::new(Kind::Refused, what).hint("wait for the answer"));
        }
        Ok(vec![update(asked, QuestionStep::Added, text)])
    })?;
    Ok(())
}

/// Closes a question. Does nothing if it is closed or was decided.
///
/// # Errors
/// If the student has no such question, it has more updates than the number that the caller has `seen`, or the class's
/// record cannot be written.
pub fn close_question(class: &OpenClass, own: &OwnQuestion<'_>, seen: Option<usize>) -> Result<(), Error> {
    class.write(|facts, _| {
        let asked = find_question(facts, own)?;
        refuse_unseen(class, facts, asked, seen)?;
        let closes = asked.state().can_grow();
        Ok(closes.then(|| update(asked, QuestionStep::Closed, String::new())).into_iter().collect())
    })?;
    Ok(())
}

/// Returns a question of a student.
///
/// # Errors
/// If the student has no such question.
pub fn find_question<'f>(facts: &'f Facts, own: &OwnQuestion<'_>) -> Result<&'f PostedQuestion, Error> {
    let found = facts.question(own.number).map(|asked| &asked.what);
    found.filter(|asked| asked.question.by == own.student).ok_or_else(|| no_question(own.number))
}

/// Returns the error for a question that does not exist.
pub fn no_question(number: u32) -> Error {
    Error::new(Kind::NotFound, format!("there is no question {number}"))
}

fn update(asked: &PostedQuestion, step: QuestionStep, text: String) -> Event {
    Event::QuestionUpdated(QuestionUpdate {
        question: asked.number,
        by: asked.question.by.clone(),
        step,
        text,
    })
}
