//! The history of the class and who acted, for teachers: newest first.

use axum::response::Response;
use class_model::{ActorKind, Student};
use class_operations::history::{EventSubject, History, HistoryFilter, history};
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::answer;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::pages::layout::in_address;
use crate::pages::{runs, time};
use crate::problem::Problem;
use crate::url_parameters::Query;

const TITLE: &str = "History";
const ADDRESS: &str = "staff/history";
/// Number of events on a page.
const MOST: usize = 100;
/// The actors by which the history is filtered, each with the word in an address and the title.
const ACTORS: [(ActorKind, &str, &str); 2] =
    [(ActorKind::People, "people", "people"), (ActorKind::Service, "service", "the service by itself")];

pub(crate) fn show(view: &View, Query(asked): Query<FormValues>) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let before = asked.given("before").map(|number| number.parse::<i64>()).transpose();
    let before = before.map_err(|_| Problem::bad("`before` is not the number of an event"))?;
    let student = asked.given("student");
    let by = asked.given("by").map(|by| ACTORS.into_iter().find(|(_, word, _)| *word == by).ok_or(by));
    let by = by.transpose().map_err(|_| Problem::bad("`by` must be people or service"))?;
    let by = by.map(|(kind, ..)| kind);
    let filter = HistoryFilter { student: student.as_deref(), by, before, most: MOST };
    let found = history(&view.class, &view.facts, &filter)?;
    Ok(answer::page(staff_layout::page(view, TITLE, &content(view, &filter, &found))))
}

/// Returns the address of the events of a student.
pub(super) fn of_student(view: &View, id: &str) -> String {
    address(view, &HistoryFilter { student: Some(id), ..HistoryFilter::default() })
}

fn content(view: &View, filter: &HistoryFilter<'_>, found: &History) -> Markup {
    let last = found.events.last().map(|event| event.number).filter(|_| found.has_earlier);
    let at = |before: Option<i64>| address(view, &HistoryFilter { before, ..filter.clone() });
    html! {
        @if let Some(id) = filter.student { p { "Events of " (staff_layout::link(view, id)) "." } }
        (choice(view, &view.facts.students(), filter))
        (table(view, found))
        nav aria-label="Pages" {
            ul {
                @if filter.before.is_some() { li { a href=(at(None)) { "Latest" } } }
                @if last.is_some() { li { a href=(at(last)) { "Earlier" } } }
            }
        }
    }
}

/// Renders events, with their actors and links to their subjects.
pub(super) fn table(view: &View, found: &History) -> Markup {
    html! {
        @if found.events.is_empty() { p { "No events." } } @else {
            div.scroll tabindex="0" role="region" aria-label="Events" {
                table.events.stacked {
                    thead { tr { th.n scope="col" { "No." } th scope="col" { "When" } th scope="col" { "What" } th scope="col" { "Who" } th scope="col" { "About" } } }
                    tbody {
                        @for event in &found.events {
                            tr {
                                td.n { (event.number) }
                                td.nowrap { (time(view, event.at)) }
                                td.person { (event.what) }
                                td data-label="By" { @if event.is_automatic { span.tag { "automatic" } " " } (event.who) }
                                td data-label="About" { @if let Some(subject) = &event.subject { (about(view, subject)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn about(view: &View, subject: &EventSubject) -> Markup {
    match subject {
        EventSubject::Student(id) => staff_layout::link(view, id),
        EventSubject::Submission(number) => {
            html! { a href=(view.address(&format!("submissions/{number}"))) { "submission " (number) } }
        }
        EventSubject::Question(number) => {
            html! { a href=(view.address(&format!("questions/{number}"))) { "question " (number) } }
        }
        EventSubject::Run(name) => html! { a href=(runs::address(view, name)) { (visible(name)) } },
        EventSubject::RulingsOf(name) => {
            let page = view.address(&format!("staff/rulings/{}", in_address(name)));
            html! { a href=(page) { "rulings of " (visible(name)) } }
        }
    }
}

/// Renders a form to choose whose events are shown.
fn choice(view: &View, students: &[&Student], filter: &HistoryFilter<'_>) -> Markup {
    html! {
        form.row method="get" action=(view.address(ADDRESS)) {
            label {
                "Events about "
                select name="student" {
                    option value="" { "everyone" }
                    @for student in students {
                        option value=(student.id) selected[filter.student == Some(&*student.id)] { (visible(&student.name)) " (" (visible(&student.id)) ")" }
                    }
                }
            }
            label {
                "By "
                select name="by" {
                    option value="" { "everyone" }
                    @for (kind, word, title) in ACTORS { option value=(word) selected[filter.by == Some(kind)] { (title) } }
                }
            }
            button type="submit" { "Show" }
        }
    }
}

fn address(view: &View, filter: &HistoryFilter<'_>) -> String {
    let student = filter.student.map(|id| format!("student={}", in_address(id)));
    let by = ACTORS.into_iter().find(|(kind, ..)| filter.by == Some(*kind));
    let by = by.map(|(_, word, _)| format!("by={word}"));
    let before = filter.before.map(|number| format!("before={number}"));
    let query: Vec<String> = [student, by, before].into_iter().flatten().collect();
    let mark = if query.is_empty() { "" } else { "?" };
    view.address(ADDRESS) + mark + &query.join("&")
}
