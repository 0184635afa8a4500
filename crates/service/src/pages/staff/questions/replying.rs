//! A question for staff: the form to reply, and what may follow from a granted regrade request.

use class_model::{Dated, PostedQuestion, QuestionState, QuestionStep, Topic};
use class_operations::find_contender;
use class_operations::questions::{LONGEST, called, state_word};
use class_operations::runs::{RulingAbout, rulings_about};
use game::visible;
use maud::{Markup, html};

use super::{ADDRESS, TITLE};
use crate::class_visit::View;
use crate::pages::layout::in_address;
use crate::pages::questions::{REPLY, WORDS_FOR_ALL, address, messages, topic_link};
use crate::pages::staff::staff_layout::{is_teacher, link, navigation};
use crate::pages::{button, form_mark, refusal, student_address};

/// Renders the page of a question for staff.
pub(in crate::pages) fn one(view: &View, asked: &Dated<PostedQuestion>) -> Markup {
    let what = &asked.what;
    let by = &what.question.by;
    html! {
        (navigation(view, TITLE))
        p.crumbs { a href=(view.address(ADDRESS)) { "All questions" } }
        h1 { (called(what)) ": " (state_word(what.state())) }
        p.soft { "By " (link(view, by)) " (" (visible(by)) ") · about " (topic_link(view, &what.question)) }
        (messages(view, asked))
        @if what.state() == QuestionState::Granted && is_teacher(view) { (follow_up(view, what)) }
        (reply(view, what))
    }
}

/// Renders the form with which staff reply.
fn reply(view: &View, asked: &PostedQuestion) -> Markup {
    let (state, is_teacher) = (asked.state(), is_teacher(view));
    let announces = view.must_announce_to_all().is_ok();
    // A question of full length fits into an announcement with the answer.
    let longest = if announces { LONGEST - WORDS_FOR_ALL } else { LONGEST };
    let decides = asked.question.is_regrade && is_teacher;
    let typed = |field: &str| view.typed(REPLY, field);
    let public =
        view.refused(REPLY).map_or(asked.question.text.as_str(), |refused| refused.typed.get("question"));
    let is_public = !typed("for-all").is_empty();
    html! {
        section id="reply" {
            h2 { @if state == QuestionState::Open { "Reply" } @else { "Reply again" } }
            (refusal(view, REPLY))
            form method="post" action=(address(view, asked.number)) {
                (form_mark(view))
                input type="hidden" name="seen" value=(asked.updates.len());
                p { label for="text" { "Your reply, which the student sees" } }
                p { textarea id="text" name="text" rows="6" maxlength=(longest) required { "\n" (typed("text")) } }
                @if announces {
                    details open[is_public] {
                        summary { "Answer for all" }
                        p { label { input type="checkbox" name="for-all" value="1" checked[is_public]; " Also announce the question and the answer to the class" } }
                        p { label for="question" { "The question, without anything that tells who asked it" } }
                        p { textarea id="question" name="question" rows="4" maxlength=(LONGEST) { "\n" (public) } }
                    }
                }
                p {
                    @if decides {
                        button.main type="submit" name="do" value="grant" { "Grant" } " "
                        button type="submit" name="do" value="decline" { "Decline" } " "
                        button type="submit" name="do" value="answer" { "Answer without deciding" }
                    } @else {
                        button.main type="submit" name="do" value="answer" { "Answer" }
                    }
                    @if state.can_grow() { " " button type="submit" name="do" value="close" formnovalidate { "Close without a reply" } }
                }
                @if asked.question.is_regrade {
                    p.soft { @if is_teacher { "Granting changes nothing by itself: the ruling that follows is the next step." } @else { "A teacher decides on regrade requests." } }
                }
            }
        }
    }
}

/// Renders the steps that may follow from a granted request, and the rulings about the student so far.
fn follow_up(view: &View, asked: &PostedQuestion) -> Markup {
    let by = &asked.question.by;
    let student = student_address(view, by);
    let rulings = |run: &str| view.address(&format!("staff/rulings/{}", in_address(run)));
    let of_match = |run: &str, key: &str, to: &str| {
        format!("{}/new?about=match&match={}&to={to}&request={}", rulings(run), in_address(key), asked.number)
    };
    let has_link = |ruling: &RulingAbout| {
        let step = QuestionStep::Ruled { run: ruling.run.clone(), ruling: ruling.number };
        asked.updates.iter().any(|update| update.step == step)
    };
    let is_linked = asked.updates.iter().any(|update| matches!(update.step, QuestionStep::Ruled { .. }));
    let so_far = find_contender(&view.facts, by)
        .map(|contender| rulings_about(&view.class, &view.facts, &contender))
        .unwrap_or_default();
    html! {
        section id="follow-up" {
            h2 { @if is_linked { "More that may follow" } @else { "Next: what follows from it" } }
            ul {
                @match &asked.question.about {
                    Topic::Match { run, key } => {
                        li { a href=(of_match(run, key, "replay")) { "Play the match again" } ", after a preview" }
                        li { a href=(of_match(run, key, "annul")) { "Annul the match" } ", after a preview" }
                    }
                    Topic::Run(run) => {
                        li { a href=(format!("{student}/runs/{}", in_address(run))) { "The student's matches" } ": choose one to rule on" }
                        li { a href=(rulings(run)) { "Rulings of " (visible(run)) } }
                    }
                    Topic::Submission(_) => {
                        li { a href={ (student) "#versions" } { "Choose another version" } }
                        li { a href=(view.address("staff/rejudging")) { "Re-judge" } " with another text or engine" }
                    }
                    Topic::Class => {}
                }
                li { a href={ (student) "#extension" } { "Give an extension" } }
            }
            @if !so_far.is_empty() {
                p { "Rulings about this student so far:" }
                ul { @for ruling in &so_far { li {
                    (visible(&ruling.run)) ", ruling " (ruling.number) ": " (visible(&ruling.words))
                    @if !has_link(ruling) {
                        " " (button(view, &address(view, asked.number), &[("do", "link"), ("run", &ruling.run), ("ruling", &ruling.number.to_string())], "It follows from this request"))
                    }
                } } }
            }
        }
    }
}
