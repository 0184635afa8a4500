//! The state of a class at a glance, for staff: the deadline, what waits, and what needs a decision.

use std::collections::BTreeSet;
use std::time::Duration;

use class_model::{Moment, OrderOutcome, Reader, Task, tasks};
use class_operations::status::ClassStatus;
use class_operations::words;
use game::visible;
use maud::{Markup, html};

use super::staff_layout::is_teacher;
use super::student_list::{Filter, ListRequest, Mark};
use super::students::{StudentRow, more_time};
use crate::class_visit::View;
use crate::pages::{deadline, questions, runs, sentence, time, with_code};

/// Renders the cards and the list of what needs a decision.
pub(super) fn overview(view: &View, found: &ClassStatus<'_>, rows: &[StudentRow<'_>]) -> Markup {
    if rows.is_empty() {
        return first_step(view);
    }
    let active = rows.iter().filter(|row| row.status.standing.active.is_ok()).count();
    let (open, of) = found.open_deadlines();
    let to_decide = to_decide(view, rows, open > 0);
    let visible_to = words::visibility_words(&view.class, &view.facts);
    html! {
        dl.cards.overview {
            (deadlines(view, found))
            div {
                dt { "Versions" }
                dd { (active) " of " (of) " active" }
                dd.more { (open) " may still hand in" }
            }
            (waiting(view, found.undecided()))
            div {
                dt { "Results" }
                dd { (results(view)) }
                dd.more { (with_code(&sentence(visible_to.trim_start_matches("results: ")))) }
            }
        }
        section id="to-decide" {
            h2 { "Needs attention" }
            @if to_decide.is_empty() { p { "Nothing at the moment." } } @else {
                ul { @for one in &to_decide { li { (one) } } }
            }
        }
    }
}

/// Renders the first step in a class without students.
fn first_step(view: &View) -> Markup {
    html! {
        section id="first-step" {
            h2 { "No students yet" }
            @if is_teacher(view) {
                p { "Start with the roster: import a file of your students. You can preview the import." }
                p { a.main href=(view.address("staff/roster")) { "Import the roster" } }
                p.soft { "Then give each student a " a href=(view.address("staff/links")) { "personal link" } ". Students hand in until " (deadline(view, view.class.plan.deadline.last(&view.facts))) "." }
            } @else {
                p { @if view.facts.students().is_empty() { "The teacher has not imported a roster yet." } @else { "Your section has no students." } }
            }
        }
    }
}

/// Returns the distance of a moment: `in 3 days`, `5 hours ago`.
pub(super) fn distance(moment: Moment, now: Moment) -> String {
    let millis = moment.millis() - now.millis();
    let about = words::about(Duration::from_millis(millis.unsigned_abs()));
    if millis >= 0 { format!("in {about}") } else { format!("{about} ago") }
}

/// Renders the deadlines of the class and of its sections, the next one first.
fn deadlines(view: &View, found: &ClassStatus<'_>) -> Markup {
    let own = found.entries().map(|entry| &entry.standing.deadline);
    let regular: BTreeSet<(Moment, Option<&str>)> =
        own.map(|own| (own.regular, own.section.as_deref())).collect();
    let (passed, open): (Vec<_>, Vec<_>) = regular.into_iter().partition(|(at, _)| *at < view.now);
    let mut in_order = open.iter().chain(passed.iter().rev()).peekable();
    let closed = view.facts.closed();
    let first = in_order.next_if(|_| closed.is_none());
    let called = |section: Option<&str>| {
        section.map_or_else(|| "Others".to_owned(), |name| format!("Section {}", visible(name)))
    };
    let late_days = match view.class.plan.late_days {
        0 => String::new(),
        1 => ", then 1 late day".to_owned(),
        days => format!(", then {days} late days"),
    };
    let extended: Vec<Moment> = found.entries().filter_map(more_time).collect();
    html! {
        div.bad[closed.is_some()] {
            @if let Some(since) = closed {
                dt { "Closed" }
                dd { "Hand-ins are closed" }
                dd.more { "since " (time(view, since)) }
            } @else {
                dt { @if open.is_empty() { "The deadline has passed" } @else { "Deadline" } }
                @if let Some((at, section)) = first {
                    dd { (deadline(view, *at)) }
                    dd.more { @if section.is_some() { (called(*section)) ", " } (distance(*at, view.now)) (late_days) }
                }
            }
            @for (at, section) in in_order { dd.more { (called(*section)) ": " (deadline(view, *at)) ", " (distance(*at, view.now)) } }
            @if let Some(last) = extended.iter().max() {
                dd.more { a href=(filtered(view, Mark::MoreTime)) { (extended.len()) " with an extension" } ", at most until " (deadline(view, *last)) }
            }
        }
    }
}

/// Renders the work that waits to be done by the service.
fn waiting(view: &View, undecided: usize) -> Markup {
    let (trials, judgements): (Vec<_>, Vec<_>) =
        tasks(&view.class.plan, &view.facts).into_iter().partition(|task| matches!(task, Task::Try { .. }));
    let requests = class_model::waiting(&view.facts, view.now);
    let queues = [
        (undecided, "verdict", "verdicts"),
        (trials.len(), "version without trial matches", "versions without trial matches"),
        (judgements.len(), "requirement to be played", "requirements to be played"),
        (requests.len(), "request for friendly games", "requests for friendly games"),
    ];
    let mut queues = queues.into_iter().filter(|(count, ..)| *count > 0);
    let words =
        |(count, one, many): (usize, &str, &str)| format!("{count} {}", if count == 1 { one } else { many });
    html! {
        div {
            dt { "Waiting" }
            @match queues.next() {
                Some(first) => { dd { (words(first)) } }
                None => { dd { "Nothing" } }
            }
            @for queue in queues { dd.more { (words(queue)) } }
        }
    }
}

fn results(view: &View) -> Markup {
    match view.facts.frozen(Reader::All) {
        Some(freeze) => html! { "Frozen since " (time(view, freeze.since)) },
        None if view.class.plan.visible.includes(Reader::Participants) => html! { "Shown" },
        None => html! { "Shown to staff only" },
    }
}

/// Returns the address of the list, filtered by a mark.
fn filtered(view: &View, mark: Mark) -> String {
    let request = ListRequest { filter: Filter::Marked(mark), ..ListRequest::default() };
    format!("{}{}#students", view.address(""), request.query())
}

/// Returns what staff should look at, each with a link.
fn to_decide(view: &View, rows: &[StudentRow<'_>], is_open: bool) -> Vec<Markup> {
    let count = |mark: Mark| rows.iter().filter(|row| row.is_marked(mark)).count();
    let marked = [
        (Mark::Refused, "latest hand-in was refused", "latest hand-ins were refused"),
        (
            Mark::Paused,
            "active version is paused, so tournaments skip it",
            "active versions are paused, so tournaments skip them",
        ),
        (Mark::Failing, "active version fails too often", "active versions fail too often"),
        (Mark::Late, "latest hand-in was late", "latest hand-ins were late"),
    ];
    let marked = marked.into_iter().map(|(mark, one, many)| (mark, count(mark), one, many));
    let marked = marked.filter(|(_, count, ..)| *count > 0).map(|(mark, count, one, many)| {
        html! { a href=(filtered(view, mark)) { (count) " " (if count == 1 { one } else { many }) } }
    });
    let mut to_decide: Vec<Markup> = marked.collect();
    let asked = questions::count_open(view);
    if asked > 0 {
        let words = if asked == 1 { "question waits" } else { "questions wait" };
        let page = view.address(&format!("{}?show=open", super::questions::ADDRESS));
        to_decide.push(html! { a href=(page) { (asked) " " (words) " for an answer" } });
    }
    if is_teacher(view) {
        to_decide.extend(failed_orders(view));
        let runs = runs::shown(view);
        if rows.iter().all(|row| row.status.submissions.is_empty()) {
            to_decide.push(html! { "Nothing was handed in yet. " a href=(view.address("staff/links")) { "Give each student a personal link" } });
        } else if !is_open && runs.is_empty() {
            to_decide
                .push(html! { "No hand-in can count any more. " a href="#orders" { "Play a tournament" } });
        }
        let unfinished = runs.into_iter().filter(|run| !run.is_complete);
        to_decide.extend(unfinished.map(|run| {
            html! { a href="#orders" { (visible(&run.name)) " is not complete" } }
        }));
    }
    to_decide
}

/// Returns the orders that failed and were not repeated.
fn failed_orders(view: &View) -> Vec<Markup> {
    let mut seen = BTreeSet::new();
    let latest = view.facts.orders().rev().filter(|(_, order)| seen.insert(order.what.to_string()));
    let failed = latest.filter(|(_, order)| {
        order.ended.as_ref().is_some_and(|ended| matches!(ended.what, OrderOutcome::Failed { .. }))
    });
    failed
        .map(|(_, order)| html! { a href="#orders" { (visible(&order.what.to_string())) " failed" } })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_in_words() {
        let check = |millis: i64, expected: &str| {
            let now = Moment::from_millis(1_800_000_000_000);
            assert_eq!(distance(now.after(millis), now), expected);
        };
        check(3 * 86_400_000, "in 3 days");
        check(90 * 60_000, "in 90 minutes");
        check(-30_000, "a minute ago");
        check(-5 * 3_600_000, "5 hours ago");
    }
}
