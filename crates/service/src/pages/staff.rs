//! The standing of all students, for staff.

pub(crate) mod announcements;
pub(crate) mod backups;
pub(crate) mod copies;
mod export;
pub(crate) mod extension;
pub(crate) mod feedback;
mod file_field;
pub(crate) mod forgetting;
mod graded_runs;
pub(crate) mod grades;
mod hand_in_for;
pub(crate) mod history;
pub(crate) mod imports;
pub(crate) mod links;
pub(crate) mod participation;
pub(crate) mod rejudging;
pub(crate) mod roster;
pub(crate) mod rulings;
mod staff_layout;
pub(crate) mod version_choice;

use class_model::Reader;
use class_operations::deadlines::clock_warning;
use class_operations::status::{ContenderStatus, StatusFilter, status};
use class_operations::{find_contender, words};
use game::visible;
use maud::{Markup, html};

use super::{
    class_page, contender, form_mark, four_answers, ladder, playing, refusal, runs, sentence, with_code,
};
use crate::class_visit::View;
use crate::problem::Problem;

/// Renders the first page for staff: the standing of all students, and decisions.
pub(super) fn page(view: &View) -> Result<Markup, Problem> {
    let section = view.must_be_staff()?;
    let filter = StatusFilter { section: section.map(str::to_owned), ..StatusFilter::default() };
    let found = status(&view.class, &view.facts, &filter)?;
    let own = |name: Option<&str>| section.is_none() || name == section;
    let is_teacher = staff_layout::is_teacher(view);
    Ok(html! {
        (staff_layout::navigation(view, "Students"))
        @for warning in view.warning.iter().chain(&clock_warning(&view.class, &view.facts)) {
            p.notice role="alert" { (super::in_lines(&warning.to_string())) }
        }
        @for (kind, why) in view.place.stuck() { p.notice role="alert" { (sentence(&kind.to_string())) " are on hold: " (super::in_lines(&why)) } }
        p.soft { (with_code(&sentence(&words::visibility_words(&view.class, &view.facts)))) "." }
        @if is_teacher { (decisions(view)) }
        (playing::live(view))
        @for part in found.sections.iter().filter(|part| own(part.name)) {
            section {
                @let title = part.name.map_or_else(|| "Students".to_owned(), |name| format!("Section {}", visible(name)));
                h2 { (title) }
                p { (part.active) " of " (part.of) " have an active version; " (part.open) " may still hand in." }
                @if !part.conditions.is_empty() {
                    ul.counts { @for (condition, count) in &part.conditions { li { b { (count) } " " (condition.words()) } } }
                }
                (table(view, &title, &part.entries))
            }
        }
        (ladder::section(view))
        (runs::list(view, &|_| html! {}))
        @if is_teacher { (playing::orders(view)?) }
        @if is_teacher { (announce(view)) }
        (class_page::announcements(view))
    })
}

fn table(view: &View, title: &str, entries: &[ContenderStatus<'_>]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(title) {
            table {
                thead { tr { th scope="col" { "Name" } th scope="col" { "Alias" } th.n scope="col" { "Handed in" } th.n scope="col" { "Active" } th scope="col" { "Note" } } }
                tbody { @for entry in entries { (row(view, entry)) } }
            }
        }
    }
}

fn row(view: &View, entry: &ContenderStatus<'_>) -> Markup {
    let active = entry.standing.active.as_ref().ok().map(|active| active.submission);
    let notes: Vec<&str> = entry.conditions.iter().map(|condition| condition.words()).collect();
    html! {
        tr {
            th.name scope="row" {
                @for (at, member) in entry.contender.members.iter().enumerate() {
                    @if at > 0 { ", " }
                    a href=(super::student_address(view, &member.id)) { (visible(&member.name)) }
                }
            }
            td.name { (visible(entry.contender.alias)) }
            td.n { (entry.submissions.len()) }
            td.n { @match active { Some(number) => { a href=(view.address(&format!("submissions/{number}"))) { (number) } } None => { "–" } } }
            td { (notes.join(", ")) }
        }
    }
}

/// Renders the decisions for the whole class.
fn decisions(view: &View) -> Markup {
    let action = view.address("decisions");
    let decide = |to: &str, label: &str| super::button(view, &action, &[("to", to)], label);
    let is_frozen = |reader: Reader| view.facts.frozen(reader).is_some();
    html! {
        div.decisions {
            @if view.facts.closed().is_some() { (decide("reopen", "Reopen")) } @else { (decide("close", "Close")) }
            @if is_frozen(Reader::Participants) {
                (decide("release-participants", "Release results to participants"))
            } @else { (decide("freeze", "Freeze results")) }
            @if is_frozen(Reader::All) { (decide("release-all", "Release results to all")) }
        }
    }
}

fn announce(view: &View) -> Markup {
    html! {
        section {
            h2 { "Announce" }
            (refusal(view, "announce"))
            form method="post" action=(view.address("announcements")) {
                (form_mark(view))
                p { label for="text" { "Visible to everyone who opens the class's page" } }
                p { textarea id="text" name="text" rows="4" maxlength="10000" required { (view.typed("announce", "text")) } }
                p { button type="submit" { "Announce" } }
            }
        }
    }
}

/// Renders the page of a student, for staff.
pub(super) fn student(view: &View, id: &str) -> Result<Markup, Problem> {
    let contender = find_contender(&view.facts, id)?;
    let student = contender.members.iter().find(|member| member.id == id);
    let entry = ContenderStatus::new(&view.class, &view.facts, contender.clone(), view.now);
    let page = super::student_address(view, id);
    let is_teacher = staff_layout::is_teacher(view);
    Ok(html! {
        (staff_layout::navigation(view, "Students"))
        h1 { @if let Some(student) = student { (visible(&student.name)) } }
        p.soft { (visible(id)) ", " (visible(contender.alias)) @if let Some(section) = contender.section { ", section " (visible(section)) } }
        (four_answers::page(view, &entry))
        (version_choice::refused(view))
        (contender::versions(view, &entry, version_choice::address(view, id).as_deref()))
        (contender::shown(view, &contender, None))
        (extension::form(view, id, &entry))
        (hand_in_for::form(view, id))
        @if is_teacher {
            (participation::form(view, id))
            (links::of_student(view, id)?)
            p { a href=(format!("{page}/forget")) { "Forget this student" } " shows what would be deleted first." }
        }
    })
}
