//! A submission for staff: who handed it in, its outcome, and its results.

use class_model::{Actor, Contender, Role, Topic};
use class_operations::status::ContenderStatus;
use class_operations::submission::{same_bytes_as, submission_receipt};
use class_operations::{find_contender, words};
use game::visible;
use maud::{Markup, html};

use super::staff_layout::{crumbs, link, navigation};
use super::students::{StudentRow, lateness};
use crate::class_visit::View;
use crate::pages::submission::{find, steps};
use crate::pages::{contender, questions, student_address, time, visible_lines};
use crate::problem::Problem;

/// Maximum number of submissions with the same file that are named.
const NAMED: usize = 12;

pub(in crate::pages) fn page(view: &View, number: u32) -> Result<Markup, Problem> {
    let (one, owner) = find(view, number)?;
    let class = &view.class;
    let contender = find_contender(&view.facts, &owner)?;
    let status = ContenderStatus::new(class, &view.facts, contender.clone(), view.now);
    let row = StudentRow::new(view, &status);
    let is_active = status.standing.active.as_ref().is_ok_and(|active| active.submission == number);
    let now = view.place.checks.now(number);
    let is_being_checked = one.is_undecided() && now.is_being_checked;
    let name = view.facts.student(&owner).map_or(owner.as_str(), |student| &student.name);
    let reasons = one.reasons();
    let before = status.submissions.iter().rev().find(|(own, _)| *own < number);
    let after = status.submissions.iter().find(|(own, _)| *own > number);
    let address = |number: u32| view.address(&format!("submissions/{number}"));
    Ok(html! {
        (navigation(view, "Students"))
        (crumbs(view, &[(student_address(view, &owner), name)]))
        h1 { "Submission " (number) ": " @if is_being_checked { "being checked" } @else { (words::verdict_word(one)) } }
        p {
            "Handed in by "
            @if view.facts.student(&one.by).is_some() { (link(view, &one.by)) " (" (visible(&one.by)) ")" } @else { "a former student" }
            @if let Some(team) = &one.team { " for team " (visible(team)) }
            (on_behalf(view, number))
        }
        (steps(view, one, now))
        @if !reasons.is_empty() && !is_being_checked { ul.reasons { @for reason in reasons { li { pre { (visible_lines(reason)) } } } } }
        div.scroll { table.facts { tbody {
            tr { th scope="row" { "Received" } td { (time(view, one.received)) (lateness(view, &status, one)) @if one.stated { " (time stated by the teacher)" } } }
            tr { th scope="row" { "Active version" } td {
                @if is_active { "this one " } (row.plays(view)) " "
                @match status.pause_words(class) { Some(words) => (words), None => (row.why(view)) }
            } }
            tr { th scope="row" { "File" } td {
                a href={ (address(number)) "/file" } { (visible(&one.file)) }
                @if one.module().is_some() { " · " a href={ (address(number)) "/module" } { "module that plays" } }
            } }
            (same_files(view, number, &contender))
            @if before.is_some() || after.is_some() {
                tr { th scope="row" { "Others" } td {
                    @if let Some((before, _)) = before { a href=(address(*before)) rel="prev" { "Previous hand-in, " (before) } " " }
                    @if let Some((after, _)) = after { a href=(address(*after)) rel="next" { "Next hand-in, " (after) } }
                } }
            }
        } } }
        (contender::shown(view, &contender, Some(number)))
        (questions::about(view, &Topic::Submission(number)))
        details {
            summary { "Receipt and hashes" }
            div.scroll { table.facts { tbody {
                tr { th scope="row" { "Receipt" } td { code { (submission_receipt(class, &view.facts, number)?) } } }
                tr { th scope="row" { "BLAKE3 of the file" } td { code { (one.handed_in) } } }
                @if let Some(module) = one.module() { tr { th scope="row" { "BLAKE3 of the module" } td { code { (module) } } } }
            } } }
            p.soft { "With the student's receipt, " code { "muster class check" } " proves that this was handed in and that nothing before it was changed." }
        }
    })
}

/// Names the person who handed in for the student, if it was not a student.
fn on_behalf(view: &View, number: u32) -> Markup {
    match view.facts.who_submitted(number) {
        Some(Actor { role, through, name }) if *role != Role::Student => {
            html! { ", sent by " (role) @if let Some(name) = name { " " (visible(name)) } " (" (through) ")" }
        }
        _ => html! {},
    }
}

/// Renders the submissions of other students that have the same file or module.
fn same_files(view: &View, number: u32, contender: &Contender<'_>) -> Markup {
    let mut seen = same_bytes_as(&view.facts, number, contender);
    seen.retain(|other| find(view, *other).is_ok());
    let more = seen.len().saturating_sub(NAMED);
    seen.truncate(NAMED);
    html! {
        @if !seen.is_empty() {
            tr { th scope="row" { "Same file" } td {
                @for (at, other) in seen.into_iter().enumerate() {
                    @if at > 0 { ", " }
                    a href=(view.address(&format!("submissions/{other}"))) { "submission " (other) }
                    @if let Some(by) = view.facts.submission(other).map(|one| &one.by) { " of " (link(view, by)) }
                }
                @if more > 0 { " and " (more) " more" }
            } }
        }
    }
}
