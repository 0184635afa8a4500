//! The history of the class and who acted, for teachers: newest first.

use axum::response::Response;
use class_model::Student;
use class_operations::history::{History, HistoryFilter, history};
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::answer;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::pages::layout::in_address;
use crate::pages::time;
use crate::problem::Problem;
use crate::url_parameters::Query;

const TITLE: &str = "History";
const ADDRESS: &str = "staff/history";
/// Number of events on a page.
const MOST: usize = 100;

pub(crate) fn show(view: &View, Query(asked): Query<FormValues>) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let before = asked.given("before").map(|number| number.parse::<i64>()).transpose();
    let before = before.map_err(|_| Problem::bad("`before` is not the number of an event"))?;
    let student = asked.given("student");
    let filter = HistoryFilter { student: student.as_deref(), before, most: MOST };
    let found = history(&view.class, &view.facts, &filter)?;
    Ok(answer::page(staff_layout::page(view, TITLE, &content(view, &filter, &found))))
}

fn content(view: &View, filter: &HistoryFilter<'_>, found: &History) -> Markup {
    let last = found.events.last().map(|event| event.number).filter(|_| found.has_earlier);
    html! {
        (choice(view, &view.facts.students(), filter.student))
        @if found.events.is_empty() { p { "No events." } } @else {
            div.scroll tabindex="0" role="region" aria-label="Events" {
                table {
                    thead { tr { th.n scope="col" { "No." } th scope="col" { "What" } th scope="col" { "Who" } th scope="col" { "When" } } }
                    tbody {
                        @for event in &found.events {
                            tr {
                                td.n { (event.number) }
                                td.person { (event.what) }
                                td { (event.who) }
                                td.nowrap { (time(view, event.at)) }
                            }
                        }
                    }
                }
            }
        }
        nav aria-label="Pages" {
            ul {
                @if filter.before.is_some() { li { a href=(address(view, filter.student, None)) { "Latest" } } }
                @if last.is_some() { li { a href=(address(view, filter.student, last)) { "Earlier" } } }
            }
        }
    }
}

/// Renders a form to choose whose events are shown.
fn choice(view: &View, students: &[&Student], chosen: Option<&str>) -> Markup {
    html! {
        form.row method="get" action=(view.address(ADDRESS)) {
            label {
                "Events for "
                select name="student" {
                    option value="" { "everyone" }
                    @for student in students {
                        option value=(student.id) selected[chosen == Some(&*student.id)] { (visible(&student.name)) " (" (visible(&student.id)) ")" }
                    }
                }
            }
            button type="submit" { "Show" }
        }
    }
}

fn address(view: &View, student: Option<&str>, before: Option<i64>) -> String {
    let student = student.map(|id| format!("student={}", in_address(id)));
    let before = before.map(|number| format!("before={number}"));
    let query: Vec<String> = student.into_iter().chain(before).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    view.address(ADDRESS) + mark + &query.join("&")
}
