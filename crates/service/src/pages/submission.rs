//! A submission: its progress, its verdict and its receipt.

use axum::response::Response;
use class_model::{Admission, ContenderId, Person, Submission, Topic};
use class_operations::status::ContenderStatus;
use class_operations::submission::{StepState, StepsNow, submission_receipt, submission_steps};
use class_operations::{find_contender, words};
use game::visible;
use job::Caps;
use locale::text;
use maud::{Markup, html};

use super::contender::verdict;
use super::games::file_name;
use super::rich_text::{link, rich};
use super::{contender, four_answers, questions, said, time};
use crate::answer::attachment;
use crate::class_visit::View;
use crate::problem::Problem;

/// Returns a submission that the caller may see, and the id of one of its students.
pub(crate) fn find(view: &View, number: u32) -> Result<(&Submission, String), Problem> {
    let not_found = || Problem::not_found("there is no such submission");
    let found = view.facts.submission(number);
    let who = found.map(ContenderId::handed_in);
    let contenders = view.facts.contenders();
    let owner = contenders.iter().find(|contender| Some(&contender.who) == who.as_ref());
    match &view.person {
        None => Err(Problem::signed_out()),
        // Does not reveal whether another student's submission exists.
        Some(Person::Student { id }) => {
            let owner = owner.filter(|owner| owner.has(id)).ok_or_else(not_found)?;
            let first = owner.members.first().map(|member| member.id.clone()).unwrap_or_default();
            Ok((found.ok_or_else(not_found)?, first))
        }
        Some(_) => {
            let found = found.ok_or_else(not_found)?;
            let members = || owner.into_iter().flat_map(|owner| &owner.members);
            // Staff who may see one member may see the team's submissions.
            let seen = members().find(|member| super::must_see(view, &member.id).is_ok());
            let one = seen.or_else(|| members().next()).ok_or_else(not_found)?;
            super::must_see(view, &one.id)?;
            Ok((found, one.id.clone()))
        }
    }
}

pub(super) fn page(view: &View, number: u32) -> Result<Markup, Problem> {
    let (one, owner) = find(view, number)?;
    let class = &view.class;
    let contender = find_contender(&view.facts, &owner)?;
    let status = ContenderStatus::new(class, &view.facts, contender.clone(), view.now);
    let paused = status.pause_words(class);
    let active = status.standing.active.as_ref().ok();
    let why = active.map_or_else(
        || html! { (four_answers::why(view, &status)) },
        |active| four_answers::why_active(view, active.why),
    );
    let standing = &status.standing;
    let is_active = standing.active.as_ref().is_ok_and(|active| active.submission == number);
    let late = words::lateness_words(class, &standing.deadline, one.received);
    let late = late.map_or_else(|| text!(view, "submission-on-time"), |late| view.locale.translated(&late));
    let receipt = submission_receipt(class, &view.facts, number)?;
    let reasons: Vec<&str> = one.reasons();
    let now = view.place.checks.now(number);
    let is_being_checked = one.is_undecided() && now.is_being_checked;
    let title = if is_being_checked { text!(view, "submission-being-checked") } else { verdict(view, one) };
    Ok(html! {
        h1 { (text!(view, "submission-title", number = number, verdict = title)) }
        (steps(view, one, now))
        @match &one.admission {
            Admission::Accepted { .. } if is_active && paused.is_some() => {
                p { (text!(view, "submission-paused")) " " (said(view, &format!("it {}", paused.unwrap_or_default()))) "." }
            }
            Admission::Accepted { .. } if is_active => { p { (rich!(view, "submission-counts"; why = why)) } }
            Admission::Accepted { .. } if standing.active.is_ok() => { p { (rich!(view, "submission-other-counts"; why = why)) } }
            Admission::Accepted { .. } => { p { (rich!(view, "submission-none-counts"; why = why)) } }
            Admission::Refused { .. } => { p { (rich!(view, "submission-refused"; a = link(view.address("#hand-in")))) } }
            Admission::Undecided { .. } if is_being_checked => { p { (text!(view, "submission-received")) } }
            Admission::Undecided { .. } => { p { (text!(view, "submission-received")) " " (text!(view, "submission-waits")) } }
        }
        @if !reasons.is_empty() && !is_being_checked { ul.reasons { @for reason in reasons { li { pre { (super::visible_lines(&view.locale.translated(reason))) } } } } }
        (contender::shown(view, &contender, Some(number)))
        (questions::about(view, &Topic::Submission(number)))
        section id="receipt" {
            h2 { (text!(view, "receipt")) }
            div.scroll { table.facts { tbody {
                tr { th scope="row" { (text!(view, "submission-number")) } td { (number) } }
                tr { th scope="row" { (text!(view, "received")) } td { (time(view, one.received)) ", " (late) } }
                tr { th scope="row" { (text!(view, "file")) } td { a href=(view.address(&format!("submissions/{number}/file"))) { (visible(&one.file)) } } }
                tr { th scope="row" { (text!(view, "submission-file-hash")) } td { code { (one.handed_in) } } }
                @if let Some(module) = one.module() { tr { th scope="row" { (text!(view, "submission-module-hash")) } td { code { (module) } } } }
                tr { th scope="row" { (text!(view, "receipt")) } td { code { (receipt) } } }
            } } }
            p.soft { (rich!(view, "receipt-explained")) }
        }
    })
}

/// Renders the steps of a submission until the last one is done. The script reloads them when there is news.
pub(super) fn steps(view: &View, one: &Submission, now: StepsNow) -> Markup {
    let seen = super::results(view);
    let is_frozen = view.reader().is_some_and(|reader| view.facts.frozen(reader).is_some());
    let steps = submission_steps(&view.class, seen.as_ref().filter(|_| !is_frozen), one, now);
    let is_open = steps.iter().any(|step| matches!(step.state, StepState::Now | StepState::Waits));
    html! {
        @if is_open {
            section id="steps" aria-busy=[now.is_being_checked.then_some("true")] {
                ol.steps { @for step in &steps {
                    li aria-current=[(step.state == StepState::Now).then_some("step")] {
                        span.tag.good[step.state == StepState::Done].bad[step.state == StepState::Refused] { (text!(view, word(step.state))) }
                        " " b { (view.locale.translated(step.name)) } @if !step.words.is_empty() { ": " (view.locale.translated(&step.words)) }
                    }
                } }
                noscript { p.soft { (text!(view, "steps-reload")) } }
            }
        }
    }
}

fn word(state: StepState) -> &'static str {
    match state {
        StepState::Done => "step-done",
        StepState::Now => "step-now",
        StepState::Waits => "step-waits",
        StepState::Refused => "step-refused",
    }
}

/// Returns the submitted file as a download, never displayed in the browser.
pub(crate) fn file(view: &View, number: u32) -> Result<Response, Problem> {
    let (one, _) = find(view, number)?;
    let bytes = view.class.folder.read(&one.handed_in, Caps::script().module)?;
    let ending = one.file.rsplit_once('.').map_or("bin", |(_, ending)| ending);
    let ending: String = ending.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
    Ok(attachment(bytes, &format!("submission-{number}.{ending}")))
}

/// Returns the module that plays, under the file name used in the commands that play a game again.
pub(crate) fn module(view: &View, number: u32) -> Result<Response, Problem> {
    let (one, _) = find(view, number)?;
    let module = one
        .module()
        .ok_or_else(|| Problem::not_found("this submission was not accepted, so it has no module"))?;
    let bytes = view.class.folder.read(&module, Caps::script().module)?;
    Ok(attachment(bytes, &file_name(&module)))
}
