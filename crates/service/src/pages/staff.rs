//! The first page for staff, and all their other pages.

pub(crate) mod announcements;
pub(crate) mod backups;
pub(crate) mod clock;
pub(crate) mod copies;
mod course_grades;
mod course_roster;
mod export;
pub(crate) mod extension;
pub(crate) mod extensions;
pub(crate) mod feedback;
mod file_field;
pub(crate) mod forgetting;
mod graded_runs;
pub(crate) mod grades;
mod hand_in_for;
pub(crate) mod history;
pub(crate) mod imports;
pub(crate) mod links;
pub(crate) mod mail;
mod overview;
pub(crate) mod participation;
pub(crate) mod questions;
pub(crate) mod rejudging;
pub(crate) mod roster;
pub(crate) mod rulings;
pub(crate) mod settings;
pub(crate) mod sign_on_form;
pub(crate) mod sign_on_systems;
mod staff_layout;
pub(super) mod student;
mod student_list;
mod students;
pub(super) mod submission;
pub(crate) mod teams;
pub(crate) mod tournaments;
pub(crate) mod version_choice;

use class_model::Reader;
use class_operations::announcement::sections;
use class_operations::deadlines::clock_warning;
use class_operations::status::{StatusFilter, status};
use game::visible;
use maud::{Markup, html};

use self::student_list::ListRequest;
use self::students::StudentRow;
use super::{class_page, form_mark, ladder, playing, refusal, runs, sentence};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::problem::Problem;

/// Renders the first page for staff: the deadline and what is next, the list of students, and decisions.
pub(super) fn page(view: &View, asked: &FormValues) -> Result<Markup, Problem> {
    let section = view.must_be_staff()?;
    let request = ListRequest::from_query(asked)?;
    let filter = StatusFilter { section: section.map(str::to_owned), ..StatusFilter::default() };
    let found = status(&view.class, &view.facts, &filter)?;
    let mut rows: Vec<StudentRow<'_>> = found.entries().map(|entry| StudentRow::new(view, entry)).collect();
    students::sort_by_roster(view, &mut rows);
    let is_teacher = staff_layout::is_teacher(view);
    Ok(html! {
        (staff_layout::navigation(view, "Students"))
        @if let Some(warning) = &view.warning { p.notice role="alert" { (super::in_lines(&warning.to_string())) } }
        @if let Some(warning) = clock_warning(&view.class, &view.facts) {
            p.notice role="alert" { (super::in_lines(&warning.to_string())) @if is_teacher { " " a href=(view.address(clock::ADDRESS)) { "Show the clock" } } }
        }
        @for (kind, why) in view.place.stuck() { p.notice role="alert" { (sentence(&kind.to_string())) " are on hold: " (super::in_lines(&why)) } }
        (overview::overview(view, &found, &rows))
        @if is_teacher { (decisions(view)) }
        (playing::live(view))
        @if !rows.is_empty() { (students::list(view, &rows, &request, section)) }
        (ladder::section(view))
        (runs::list(view, &|_| html! {}))
        @if is_teacher { (playing::orders(view)?) }
        @if view.has_right(|rights| rights.announce) { (announce(view, section)) }
        (class_page::announcements(view))
    })
}

/// Renders the decisions for the whole class.
fn decisions(view: &View) -> Markup {
    let action = view.address("decisions");
    let decide = |to: &str, label: &str| super::button(view, &action, &[("to", to)], label);
    let is_frozen = |reader: Reader| view.facts.frozen(reader).is_some();
    html! {
        section id="decisions" { h2 { "Decisions" } div.decisions {
            @if view.facts.closed().is_some() { (decide("reopen", "Reopen")) } @else { (decide("close", "Close")) }
            @if is_frozen(Reader::Participants) {
                (decide("release-participants", "Release results to participants"))
            } @else { (decide("freeze", "Freeze results")) }
            @if is_frozen(Reader::All) { (decide("release-all", "Release results to all")) }
        } }
    }
}

/// Renders the form for announcements: to the class or a section, or to the section of an assistant.
fn announce(view: &View, own: Option<&str>) -> Markup {
    let sections = sections(&view.class, &view.facts);
    html! {
        section {
            h2 { "Announce" }
            (refusal(view, "announce"))
            form method="post" action=(view.address("announcements")) {
                (form_mark(view))
                p { label for="text" {
                    @if let Some(own) = own { "Visible to section " (visible(own)) } @else { "Visible to everyone who opens the class's page, or to a section" }
                } }
                p { textarea id="text" name="text" rows="4" maxlength="10000" required { (view.typed("announce", "text")) } }
                p {
                    @if own.is_none() && !sections.is_empty() {
                        label { "To " select name="section" {
                            option value="" { "everyone" }
                            @for section in &sections { option value=(section) selected[view.typed("announce", "section") == section] { "section " (visible(section)) } }
                        } } " "
                    }
                    button type="submit" { "Announce" }
                }
            }
        }
    }
}
