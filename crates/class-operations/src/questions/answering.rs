//! Answers of staff to questions, and decisions on regrade requests.

use class_model::{Event, Facts, PostedQuestion, QuestionState, QuestionStep, Role};
use explain::{Error, Kind};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{LONGEST, OwnQuestion, QuestionReport, find_question, no_question, question_words, update};
use crate::announcement::{LONGEST as LONGEST_ANNOUNCEMENT, checked};
use crate::open_class::OpenClass;

/// A reply of staff to a question of a student.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The id of the student who asked.
    pub student: String,
    /// The number of the question.
    pub question: u32,
    /// The text: at most 5000 bytes. A decision needs its reasons.
    #[schemars(length(min = 1, max = 5000))]
    pub text: String,
    /// The decision on a regrade request, which only a teacher makes.
    #[serde(default)]
    pub decision: Option<Decision>,
    /// An announcement that answers the question for all, without the student's name: at most 10,000 bytes.
    #[serde(default)]
    pub announce: Option<String>,
    /// The number of updates of the question that the caller has seen: if there are more by now, the answer is refused.
    #[serde(default)]
    pub seen_updates: Option<usize>,
}

/// A decision on a regrade request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The request is granted.
    Granted,
    /// The request is declined.
    Declined,
}

/// Answers a question, or decides on a regrade request.
///
/// # Errors
/// If the student has no such question, it has updates that the caller has not seen, a text is blank or too long, an
/// assistant decides, the question is not a regrade request, or the class's record cannot be written.
pub fn answer(class: &OpenClass, request: &Answer) -> Result<QuestionReport, Error> {
    let own = OwnQuestion { student: &request.student, number: request.question };
    find_question(&class.facts()?, &own)?;
    let text = checked(&request.text, "an answer", LONGEST)?;
    let announce = request.announce.as_deref();
    let announce = announce.map(|text| checked(text, "an announcement", LONGEST_ANNOUNCEMENT)).transpose()?;
    if request.decision.is_some() && class.role() == Role::Assistant {
        let what = "only a teacher decides on a regrade request";
        return Err(Error::new(Kind::Refused, what).hint("answer it instead"));
    }
    let recorded = class.write(|facts, _| {
        let asked = find_question(facts, &own)?;
        refuse_unseen(class, facts, asked, request.seen_updates)?;
        let step = match request.decision {
            Some(_) if !asked.question.is_regrade => {
                return Err(Error::input("this question is not a regrade request"));
            }
            Some(_) if announce.is_some() => {
                return Err(Error::input("a decision is for one student: announce separately"));
            }
            Some(Decision::Granted) => QuestionStep::Granted,
            Some(Decision::Declined) => QuestionStep::Declined,
            None => {
                QuestionStep::Answered { announcement: announce.is_some().then(|| facts.announced() + 1) }
            }
        };
        let announced = announce.map(|text| Event::Announced { text, section: None });
        Ok(announced.into_iter().chain([update(asked, step, text)]).collect())
    })?;
    let asked = recorded.facts.question(own.number).ok_or_else(|| no_question(own.number))?;
    Ok(QuestionReport::new(&recorded.facts, asked))
}

/// Refuses a reply to a question that has changed since the caller saw it.
pub(super) fn refuse_unseen(
    class: &OpenClass,
    facts: &Facts,
    asked: &PostedQuestion,
    seen: Option<usize>,
) -> Result<(), Error> {
    let unseen = seen.and_then(|seen| asked.updates.get(seen..)).unwrap_or_default();
    let Some(last) = unseen.last() else { return Ok(()) };
    let who =
        facts.actor_of(last.event).map_or_else(|| "a former user".to_owned(), question_words::actor_words);
    let (what, at) = (question_words::step_word(&last.step), class.plan.zone.show_minute(last.at));
    let what = format!("{who} {what} question {} meanwhile ({at})", asked.number);
    Err(Error::new(Kind::Conflict, what).hint("read it, and send your text again if it still fits"))
}

/// Returns a granted regrade request.
///
/// # Errors
/// If there is no such request, or it is not granted.
pub fn find_granted(facts: &Facts, number: u32) -> Result<&PostedQuestion, Error> {
    let asked = facts.question(number).filter(|asked| asked.what.question.is_regrade);
    let asked = asked.ok_or_else(|| Error::new(Kind::NotFound, "there is no such regrade request"))?;
    if asked.what.state() == QuestionState::Granted {
        return Ok(&asked.what);
    }
    Err(Error::new(Kind::Conflict, format!("regrade request {number} is not granted")).hint("grant it first"))
}

/// Notes that a ruling followed from a regrade request. Does nothing if this is noted already.
///
/// # Errors
/// If there is no such request, it is not granted, or the class's record cannot be written.
pub fn link_ruling(class: &OpenClass, question: u32, run: &str, ruling: usize) -> Result<(), Error> {
    class.write(|facts, _| {
        let asked = find_granted(facts, question)?;
        let step = QuestionStep::Ruled { run: run.to_owned(), ruling };
        let is_new = asked.updates.iter().all(|update| update.step != step);
        Ok(is_new.then(|| update(asked, step, String::new())).into_iter().collect())
    })?;
    Ok(())
}
