//! Handlers of questions: asking, a question's page, and replies of the student and of staff.

use axum::response::Response;
use class_model::Topic;
use class_operations::find_contender;
use class_operations::questions::{
    Answer, Ask, Decision, OwnQuestion, add_to_question, answer, ask, called, close_question, link_ruling,
};
use class_operations::runs::{RulingAbout, rulings_about};
use maud::Markup;

use super::layout::Frame;
use super::questions::{self, ASK, REPLY, address, find, topic_of};
use super::staff;
use crate::answer::{page, see};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::problem::Problem;
use crate::url_parameters::{Path, Query};

/// Shows a student's own questions, with a form to ask about the subject in the query; staff see those of all.
pub(crate) fn list(view: &View, Query(asked): Query<FormValues>) -> Result<Response, Problem> {
    if view.is_staff() {
        return Ok(see(&view.address(staff::questions::ADDRESS)));
    }
    questions::own(view, asked.get("about")).map(page)
}

/// Asks a question.
pub(crate) fn make(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    let student = view.student()?.to_owned();
    let about = typed.get("about").to_owned();
    let shown = |view: &View| questions::own(view, &about);
    forms::change(view, ASK, typed, shown, |typed| {
        let topic = topic_of(typed.get("about")).ok_or_else(|| Problem::bad("choose a subject"))?;
        let (submission, run, key) = match topic {
            Topic::Class => (None, None, None),
            Topic::Submission(number) => (Some(number), None, None),
            Topic::Run(run) => (None, Some(run), None),
            Topic::Match { run, key } => (None, Some(run), Some(key)),
        };
        let (text, is_regrade) = (typed.get("text").to_owned(), !typed.get("regrade").is_empty());
        let asked = ask(&view.class, &Ask { student, text, is_regrade, submission, run, key })?;
        Ok(address(view, asked.question))
    })
}

/// Shows a question to the student who asked it and to their staff.
pub(crate) fn show(view: &View, Path((_, number)): Path<(String, u32)>) -> Result<Response, Problem> {
    one(view, number).map(page)
}

fn one(view: &View, number: u32) -> Result<Markup, Problem> {
    let asked = find(view, number)?;
    let content =
        if view.is_staff() { staff::questions::one(view, asked) } else { questions::own_page(view, asked) };
    Ok(Frame::new(view, Some(&view.locale.translated(&called(&asked.what)))).live().page(&content))
}

/// Adds to a question, answers it, decides on it or closes it.
pub(crate) fn reply(
    view: &View,
    Path((_, number)): Path<(String, u32)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    let student = find(view, number)?.what.question.by.clone();
    let own = OwnQuestion { student: &student, number };
    forms::change(
        view,
        REPLY,
        typed,
        |view| one(view, number),
        |typed| {
            match (typed.get("do"), view.is_staff()) {
                ("close", _) => close_question(&view.class, &own, typed.get("seen").parse().ok())?,
                ("add", false) => add_to_question(&view.class, &own, typed.get("text"))?,
                ("answer", true) => reply_of_staff(view, &own, None, typed)?,
                ("grant", true) => reply_of_staff(view, &own, Some(Decision::Granted), typed)?,
                ("decline", true) => reply_of_staff(view, &own, Some(Decision::Declined), typed)?,
                ("link", true) => link(view, &own, typed)?,
                _ => return Err(Problem::bad("unknown action")),
            }
            Ok(address(view, number))
        },
    )
}

/// Notes which ruling about the student followed from a request.
fn link(view: &View, own: &OwnQuestion<'_>, typed: &FormValues) -> Result<(), Problem> {
    view.must_be_teacher()?;
    let contender = find_contender(&view.facts, own.student)?;
    let mut rulings = rulings_about(&view.class, &view.facts, &contender).into_iter();
    let is_chosen = |ruling: &RulingAbout| {
        ruling.run == typed.get("run") && ruling.number.to_string() == typed.get("ruling")
    };
    let chosen = rulings.find(is_chosen).ok_or_else(|| Problem::not_found("there is no such ruling"))?;
    Ok(link_ruling(&view.class, own.number, &chosen.run, chosen.number)?)
}

fn reply_of_staff(
    view: &View,
    own: &OwnQuestion<'_>,
    decision: Option<Decision>,
    typed: &FormValues,
) -> Result<(), Problem> {
    let text = typed.get("text").to_owned();
    let is_public = !typed.get("for-all").is_empty();
    if is_public {
        view.must_announce_to_all()?;
    }
    let announce = is_public.then(|| for_all(typed.get("question"), &text));
    let (student, question) = (own.student.to_owned(), own.number);
    let seen_updates = typed.get("seen").parse().ok();
    answer(&view.class, &Answer { student, question, text, decision, announce, seen_updates })?;
    Ok(())
}

/// Returns the announcement that answers a question for all.
fn for_all(question: &str, answer: &str) -> String {
    let (question, answer) = (question.trim(), answer.trim());
    if question.is_empty() { answer.to_owned() } else { format!("Question: {question}\n\nAnswer: {answer}") }
}
