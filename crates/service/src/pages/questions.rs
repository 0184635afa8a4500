//! Questions and regrade requests as students see them, and the parts that pages for staff share.

mod conversation;
mod subject;

use class_model::{Dated, PostedQuestion, QuestionState, Topic};
use class_operations::questions::{LONGEST, called, state_word};
use game::visible;
use locale::text;
use maud::{Markup, html};

pub(super) use self::conversation::{messages, own_page};
use self::subject::{choice, value};
pub(super) use self::subject::{topic_link, topic_of};
use super::layout::{Frame, in_address};
use super::{form_mark, refusal, time};
use crate::class_visit::View;
use crate::problem::Problem;

pub(super) const ADDRESS: &str = "questions";
/// The form that asks a question.
pub(super) const ASK: &str = "ask";
/// The form of a question.
pub(super) const REPLY: &str = "reply";
/// Number of bytes that an answer for all has beside the question and the answer.
pub(super) const WORDS_FOR_ALL: usize = "Question: \n\nAnswer: ".len();
/// Number of questions on a student's first page.
const RECENT: usize = 3;
/// Maximum number of characters of a question in a list.
const BRIEF: usize = 120;

/// Returns a question that the caller may see.
pub(super) fn find(view: &View, number: u32) -> Result<&Dated<PostedQuestion>, Problem> {
    let found = view.facts.question(number);
    let not_found = || Problem::not_found("question not found");
    if view.is_staff() {
        let found = found.ok_or_else(not_found)?;
        view.must_see(&found.what.question.by)?;
        return Ok(found);
    }
    // Does not reveal whether another student's question exists.
    let own = view.student()?;
    found.filter(|asked| asked.what.question.by == own).ok_or_else(not_found)
}

/// Returns the questions that the caller may see: a student's own, or those of the students that staff may see.
pub(super) fn shown(view: &View) -> impl DoubleEndedIterator<Item = &Dated<PostedQuestion>> {
    let own = view.student().ok();
    view.facts.questions().filter(move |asked| match own {
        Some(own) => asked.what.question.by == own,
        None => view.must_see(&asked.what.question.by).is_ok(),
    })
}

/// Returns the number of questions that wait for this member of staff.
pub(super) fn count_open(view: &View) -> usize {
    shown(view).filter(|asked| asked.what.state() == QuestionState::Open).count()
}

/// Returns the address of a question.
pub(super) fn address(view: &View, number: u32) -> String {
    view.address(&format!("{ADDRESS}/{number}"))
}

/// Renders a student's own questions, with the form to ask about a subject.
pub(super) fn own(view: &View, about: &str) -> Result<Markup, Problem> {
    let id = view.student()?;
    let chosen = view.refused(ASK).map_or(about, |refused| refused.typed.get("about"));
    let own: Vec<_> = shown(view).rev().collect();
    let content = html! {
        h1 { (text!(view, "questions")) }
        p { (text!(view, "questions-explained")) }
        section id="ask" {
            h2 { (text!(view, "question-ask")) }
            (refusal(view, ASK))
            form.lines method="post" action=(view.address(ADDRESS)) {
                (form_mark(view))
                p { label { (text!(view, "question-about")) " " (choice(view, id, chosen)) } }
                p { label for="text" { (text!(view, "question-text")) } }
                p { textarea id="text" name="text" rows="5" maxlength=(LONGEST) required { "\n" (view.typed(ASK, "text")) } }
                p { label { input type="checkbox" name="regrade" value="1" checked[!view.typed(ASK, "regrade").is_empty()]; " " (text!(view, "question-regrade")) } }
                p { button.main type="submit" { (text!(view, "question-send")) } }
            }
        }
        section id="questions" {
            h2 { (text!(view, "questions-own")) }
            @if own.is_empty() { p { (text!(view, "questions-none")) } } @else { (table(view, &own)) }
        }
    };
    Ok(Frame::new(view, Some(&text!(view, "questions"))).live().page(&content))
}

/// Renders questions, newest first, with their states.
fn table(view: &View, questions: &[&Dated<PostedQuestion>]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(text!(view, "questions")) {
            table.stacked {
                thead { tr { th scope="col" { (text!(view, "question-heading")) } th scope="col" { (text!(view, "question-about")) } th scope="col" { (text!(view, "question-asked")) } th scope="col" { (text!(view, "question-state")) } } }
                tbody { @for Dated { at, what } in questions {
                    tr {
                        td.person { a href=(address(view, what.number)) { (view.locale.translated(&called(what))) } p.reason { (brief(what)) } }
                        td data-label=(text!(view, "question-about")) { (topic_link(view, &what.question)) }
                        td.nowrap data-label=(text!(view, "question-asked")) { (time(view, *at)) }
                        td data-label=(text!(view, "question-state")) { (state_tag(view, what.state())) }
                    }
                } }
            }
        }
    }
}

/// Returns the beginning of a question's text in one line.
pub(super) fn brief(asked: &PostedQuestion) -> String {
    let text = asked.question.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut brief: String = text.chars().take(BRIEF).collect();
    if brief.len() < text.len() {
        brief.push('…');
    }
    visible(&brief)
}

/// Renders a state as a tag.
pub(super) fn state_tag(view: &View, state: QuestionState) -> Markup {
    let is_good = matches!(state, QuestionState::Answered | QuestionState::Granted);
    html! { span.tag.good[is_good].bad[state == QuestionState::Declined].warn[state == QuestionState::Open] { (view.locale.translated(state_word(state))) } }
}

/// Renders the section of a student's first page: the latest questions, and the way to ask.
pub(super) fn latest(view: &View) -> Markup {
    let own: Vec<_> = shown(view).rev().collect();
    html! {
        section id="questions" {
            h2 { (text!(view, "questions")) }
            @if !own.is_empty() { (short_list(view, own.iter().take(RECENT).copied())) }
            p {
                a href=(view.address(ADDRESS)) { (text!(view, "question-ask-any")) }
                @if own.len() > RECENT { " · " a href={ (view.address(ADDRESS)) "#questions" } { (text!(view, "questions-all", count = own.len())) } }
            }
        }
    }
}

/// Renders the questions about a subject that the caller may see; students can ask one.
pub(super) fn about(view: &View, topic: &Topic) -> Markup {
    let found: Vec<_> = shown(view).filter(|asked| asked.what.question.about == *topic).collect();
    let can_ask = view.student().is_ok();
    html! {
        @if can_ask || !found.is_empty() {
            section id="questions" {
                h2 { (text!(view, "questions")) }
                @if !found.is_empty() { (short_list(view, found.iter().rev().copied())) }
                @if can_ask {
                    p { a href=(format!("{}?about={}#ask", view.address(ADDRESS), in_address(&value(topic)))) { (text!(view, "question-ask-this")) } }
                }
            }
        }
    }
}

/// Renders the questions of a student for staff; nothing if there are none.
pub(super) fn of_student(view: &View, id: &str) -> Markup {
    let own: Vec<_> = shown(view).filter(|asked| asked.what.question.by == id).collect();
    html! {
        @if !own.is_empty() {
            section id="questions" { h2 { (text!(view, "questions")) } (short_list(view, own.iter().rev().copied())) }
        }
    }
}

fn short_list<'q>(view: &View, questions: impl Iterator<Item = &'q Dated<PostedQuestion>>) -> Markup {
    html! {
        ul { @for Dated { at, what } in questions {
            li { a href=(address(view, what.number)) { (view.locale.translated(&called(what))) } ", " (time(view, *at)) " " (state_tag(view, what.state())) " " (brief(what)) }
        } }
    }
}
