//! A submission: its progress, its verdict and its receipt.

use axum::response::Response;
use class_model::{Admission, ContenderId, Person, Submission, Topic};
use class_operations::status::ContenderStatus;
use class_operations::submission::{StepState, StepsNow, submission_receipt, submission_steps};
use class_operations::{find_contender, words};
use game::visible;
use job::Caps;
use maud::{Markup, html};

use super::games::file_name;
use super::{contender, four_answers, questions, time};
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
        || html! { (words::why(class, &status.standing)) },
        |active| four_answers::why_active(view, active.why),
    );
    let standing = &status.standing;
    let is_active = standing.active.as_ref().is_ok_and(|active| active.submission == number);
    let late = words::lateness_words(class, &standing.deadline, one.received);
    let late = late.unwrap_or_else(|| "on time".to_owned());
    let receipt = submission_receipt(class, &view.facts, number)?;
    let reasons: Vec<&str> = one.reasons();
    let now = view.place.checks.now(number);
    let is_being_checked = one.is_undecided() && now.is_being_checked;
    Ok(html! {
        h1 { "Submission " (number) ": " @if is_being_checked { "being checked" } @else { (words::verdict_word(one)) } }
        (steps(view, one, now))
        @match &one.admission {
            Admission::Accepted { .. } if is_active && paused.is_some() => {
                p { "It is paused and does not enter tournaments: it " (paused.unwrap_or_default()) "." }
            }
            Admission::Accepted { .. } if is_active => { p { "It was accepted, and it is the version that counts: " (why) "." } }
            Admission::Accepted { .. } if standing.active.is_ok() => { p { "It was accepted, but another version counts: " (why) "." } }
            Admission::Accepted { .. } => { p { "It was accepted, but no version counts: " (why) "." } }
            Admission::Refused { .. } => { p { "It is kept but does not count. Fix this and " a href=(view.address("#hand-in")) { "hand in again" } ":" } }
            Admission::Undecided { .. } if is_being_checked => { p { "It was received. If it is accepted, its time of receipt counts." } }
            Admission::Undecided { .. } => { p { "It was received. If it is accepted, its time of receipt counts. Why it is waiting:" } }
        }
        @if !reasons.is_empty() && !is_being_checked { ul.reasons { @for reason in reasons { li { pre { (super::visible_lines(reason)) } } } } }
        (contender::shown(view, &contender, Some(number)))
        (questions::about(view, &Topic::Submission(number)))
        section id="receipt" {
            h2 { "Receipt" }
            div.scroll { table.facts { tbody {
                tr { th scope="row" { "Number" } td { (number) } }
                tr { th scope="row" { "Received" } td { (time(view, one.received)) ", " (late) } }
                tr { th scope="row" { "File" } td { a href=(view.address(&format!("submissions/{number}/file"))) { (visible(&one.file)) } } }
                tr { th scope="row" { "BLAKE3 of the file" } td { code { (one.handed_in) } } }
                @if let Some(module) = one.module() { tr { th scope="row" { "BLAKE3 of the module" } td { code { (module) } } } }
                tr { th scope="row" { "Receipt" } td { code { (receipt) } } }
            } } }
            p.soft { "Proof that you submitted this file: with the receipt, " code { "muster class check" } " shows that it was handed in and that nothing before it was changed. Keep the receipt." }
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
                        span.tag.good[step.state == StepState::Done].bad[step.state == StepState::Refused] { (word(step.state)) }
                        " " b { (step.name) } @if !step.words.is_empty() { ": " (step.words) }
                    }
                } }
                noscript { p.soft { "Reload this page to see progress." } }
            }
        }
    }
}

fn word(state: StepState) -> &'static str {
    match state {
        StepState::Done => "done",
        StepState::Now => "now",
        StepState::Waits => "waiting",
        StepState::Refused => "refused",
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
