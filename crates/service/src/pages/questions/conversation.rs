//! A question with everything that followed, and the form with which its student continues.

use class_model::{Actor, Dated, Moment, PostedQuestion, PostedUpdate, QuestionStep, Role};
use class_operations::questions::{LONGEST, called, state_word};
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::{ADDRESS, REPLY, address, topic_link};
use crate::class_visit::View;
use crate::pages::layout::in_address;
use crate::pages::rich_text::{link, rich};
use crate::pages::{form_mark, in_lines, refusal, time};

/// Renders the page of a question for the student who asked it.
pub(in crate::pages) fn own_page(view: &View, asked: &Dated<PostedQuestion>) -> Markup {
    let what = &asked.what;
    html! {
        p.crumbs { a href=(view.address(ADDRESS)) { (text!(view, "questions-own")) } }
        h1 { (text!(view, "question-title", question = view.locale.translated(&called(what)), state = view.locale.translated(state_word(what.state())))) }
        p.soft { (rich!(view, "question-is-about"; topic = topic_link(view, &what.question))) }
        (messages(view, asked))
        (own_forms(view, what))
    }
}

/// Renders a question and the steps that followed.
pub(in crate::pages) fn messages(view: &View, Dated { at, what }: &Dated<PostedQuestion>) -> Markup {
    html! {
        (message(view, view.facts.actor_of(what.event), *at, "asked", &what.question.text))
        @for update in &what.updates { (step(view, update)) }
    }
}

fn step(view: &View, update: &PostedUpdate) -> Markup {
    let PostedUpdate { at, event, step, text } = update;
    let words = match step {
        QuestionStep::Added => "added",
        QuestionStep::Answered { announcement: None } => "answered",
        QuestionStep::Answered { announcement: Some(_) } => "answered for all",
        QuestionStep::Granted => "granted the request",
        QuestionStep::Declined => "declined the request",
        QuestionStep::Closed => "closed it",
        QuestionStep::Ruled { .. } => "made a ruling",
    };
    let rulings = |run: &str| view.address(&format!("staff/rulings/{}", in_address(run)));
    html! {
        (message(view, view.facts.actor_of(*event), *at, words, text))
        @match step {
            QuestionStep::Ruled { run, ruling } => {
                @let run = html! { @if view.must_be_teacher().is_ok() { a href=(rulings(run)) { (visible(run)) } } @else { (visible(run)) } };
                p { (rich!(view, "question-ruling", ruling = *ruling; run = run)) }
            }
            QuestionStep::Answered { announcement: Some(number) } if view.facts.announcement(*number).is_some() => {
                p.soft.small { (rich!(view, "question-published", number = *number; a = link(format!("{}#announcement-{number}", view.address("announcements"))))) }
            }
            _ => {}
        }
    }
}

/// Renders a text with its author.
fn message(view: &View, actor: Option<&Actor>, at: Moment, words: &str, text: &str) -> Markup {
    html! {
        div.announcement {
            p.soft.small { (rich!(view, "question-step", author = author(view, actor), step = view.locale.translated(words); at = time(view, at))) }
            @if !text.is_empty() { p { (in_lines(text)) } }
        }
    }
}

/// Returns the author of a step, as the caller calls them.
fn author(view: &View, actor: Option<&Actor>) -> String {
    match actor {
        Some(Actor { role: Role::Student, name: Some(id), .. }) => match view.student() {
            Ok(own) if own == id => text!(view, "question-you"),
            _ => view.facts.student(id).map_or_else(|| visible(id), |student| visible(&student.name)),
        },
        Some(Actor { role, name: Some(name), .. }) => {
            view.locale.translated(&format!("{} ({role})", visible(name)))
        }
        Some(Actor { role, name: None, .. }) => view.locale.translated(&format!("The {role}")),
        None => text!(view, "question-former"),
    }
}

/// Renders the form with which the student adds to the question or closes it.
fn own_forms(view: &View, asked: &PostedQuestion) -> Markup {
    html! {
        @if asked.state().can_grow() {
            section id="reply" {
                (refusal(view, REPLY))
                form method="post" action=(address(view, asked.number)) {
                    (form_mark(view))
                    p { label for="text" { (text!(view, "question-add-label")) } }
                    p { textarea id="text" name="text" rows="4" maxlength=(LONGEST) required { "\n" (view.typed(REPLY, "text")) } }
                    p {
                        button.main type="submit" name="do" value="add" { (text!(view, "question-add")) } " "
                        button type="submit" name="do" value="close" formnovalidate { (text!(view, "question-close")) }
                    }
                }
            }
        } @else {
            (refusal(view, REPLY))
            p { (rich!(view, "question-new"; a = link(view.address(ADDRESS)))) }
        }
    }
}
