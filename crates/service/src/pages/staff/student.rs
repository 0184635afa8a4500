//! The page of a student for staff, with everything about the student in one place.

use class_model::{Submission, WhyActive};
use class_operations::history::{HistoryFilter, history};
use class_operations::judging::{WorkKind, queue_places};
use class_operations::runs::{ShownRun, count_matches, rulings_about};
use class_operations::status::ContenderStatus;
use class_operations::{find_contender, words};
use game::visible;
use maud::{Markup, html};

use super::overview::distance;
use super::staff_layout::{crumbs, is_teacher, link, navigation};
use super::students::{StudentRow, lateness, outcome};
use super::{extension, graded_runs, hand_in_for, history as events, links, participation, version_choice};
use crate::class_visit::View;
use crate::pages::layout::in_address;
use crate::pages::{button, contender, deadline, matches, questions, runs, sentence, student_address, time};
use crate::problem::Problem;

/// Number of hand-ins shown before the rest is collapsed.
const RECENT: usize = 8;
/// Number of events shown; the history has all.
const EVENTS: usize = 10;

pub(in crate::pages) fn page(view: &View, id: &str) -> Result<Markup, Problem> {
    let contender = find_contender(&view.facts, id)?;
    let student =
        view.facts.student(id).ok_or_else(|| Problem::not_found("the class has no such student"))?;
    let status = ContenderStatus::new(&view.class, &view.facts, contender.clone(), view.now);
    let is_teachers = is_teacher(view);
    let others = contender.members.iter().filter(|member| member.id != id);
    Ok(html! {
        (navigation(view, "Students"))
        (crumbs(view, &[]))
        h1 { (visible(&student.name)) }
        p.soft {
            "ID " (visible(id)) " · "
            @match &student.team {
                Some(team) => { "team " (visible(team)) @for other in others { ", with " (link(view, &other.id)) } }
                None => { "alias " (visible(contender.alias)) }
            }
            @if let Some(section) = contender.section { " · section " (visible(section)) }
            @if let Some(email) = &student.email { " · " (visible(email)) }
        }
        (summary(view, &status))
        (hand_ins(view, id, &status))
        (contender::shown(view, &contender, None))
        (tournaments(view, id, &status))
        (questions::of_student(view, id))
        (extension::form(view, id, &status))
        (hand_in_for::form(view, id))
        @if is_teachers {
            (rulings(view, &status))
            (recent(view, id)?)
            (participation::form(view, id))
            (links::of_student(view, id)?)
            section {
                h2 { "Data" }
                p { a href=(format!("{}/data.zip", student_address(view, id))) { "Download all data about this student" } " as a zip archive." }
                p { a href=(format!("{}/forget", student_address(view, id))) { "Forget this student" } " shows what would be deleted first." }
            }
        }
    })
}

/// Renders the state of the student in four cards.
fn summary(view: &View, status: &ContenderStatus<'_>) -> Markup {
    let row = StudentRow::new(view, status);
    let own = &status.standing.deadline;
    let from = match (&own.section, own.extended) {
        (_, Some(_)) => " (extended)".to_owned(),
        (Some(section), None) => format!(" (section {})", visible(section)),
        (None, None) => String::new(),
    };
    let queue = queue_places(&view.class, &view.facts, &status.contender);
    let not_taken = words::turned_away_lines(&view.class, &view.facts, &status.contender);
    html! {
        dl.cards.overview {
            div {
                dt { "Active version" }
                dd { (row.plays(view)) }
                @match status.pause_words(&view.class) {
                    Some(words) => { dd.more { "Tournaments skip it: it " (words) "." } }
                    None => { dd.more { (sentence(&row.why(view))) "." } }
                }
            }
            div {
                dt { "Latest hand-in" }
                dd { (row.latest(view)) }
                @for place in &queue {
                    dd.more {
                        @match place.kind {
                            WorkKind::Validation => "Verdict and trial matches",
                            WorkKind::Requirements => "Requirement games",
                            WorkKind::Scrimmages => "Friendly games",
                        }
                        ": " (place.before) " ahead in the queue"
                    }
                }
            }
            @if !view.class.plan.requirements.is_empty() {
                div { dt { "Requirements" } dd { (row.requirements(view)) } }
            }
            div {
                dt { "Deadline" }
                dd { (deadline(view, own.due())) (from) }
                dd.more { (distance(own.due(), status.at)) @if own.last > own.due() { "; with late days until " (deadline(view, own.last)) } }
            }
        }
        @if !not_taken.is_empty() {
            div.notice { @for line in &not_taken { p { (visible(line.trim())) } } }
        }
    }
}

/// Renders the hand-ins with their outcomes, newest first.
fn hand_ins(view: &View, id: &str, status: &ContenderStatus<'_>) -> Markup {
    let choice = version_choice::address(view, id).filter(|_| status.is_open());
    let choice = choice.as_deref();
    let active = status.standing.active.as_ref().ok();
    let is_chosen = active.is_some_and(|active| matches!(active.why, WhyActive::Chosen { .. }));
    let latest: Vec<_> = status.submissions.iter().rev().collect();
    let (recent, earlier) = latest.split_at(latest.len().min(RECENT));
    html! {
        section id="versions" {
            h2 { "Hand-ins" }
            (version_choice::refused(view))
            @if latest.is_empty() { p { "Nothing was handed in." } } @else { (table(view, status, recent, "Hand-ins", choice)) }
            @if let Some(choice) = choice.filter(|_| is_chosen) {
                p { "Later hand-ins do not become active by themselves. " (button(view, choice, &[("submission", "")], "Use the latest accepted one again")) }
            }
            @if !earlier.is_empty() {
                details { summary { (earlier.len()) " earlier" } (table(view, status, earlier, "Earlier hand-ins", choice)) }
            }
        }
    }
}

/// Renders some hand-ins. `choice` is the address for choosing one; `None` for readers who may not.
fn table(
    view: &View,
    status: &ContenderStatus<'_>,
    some: &[&(u32, &Submission)],
    label: &str,
    choice: Option<&str>,
) -> Markup {
    let active = status.standing.active.as_ref().ok().map(|active| active.submission);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(label) {
            table.versions.stacked {
                thead { tr { th.n scope="col" { "No." } th scope="col" { "Received" } th scope="col" { "Outcome" } th scope="col" { "File" } } }
                tbody {
                    @for (number, one) in some {
                        tr.top[active == Some(*number)] {
                            td.n data-label="No." { a href=(view.address(&format!("submissions/{number}"))) { (number) } }
                            td data-label="Received" { (time(view, one.received)) (lateness(view, status, one)) }
                            td data-label="Outcome" {
                                (outcome(one)) @if active == Some(*number) { ", " b { "active" } }
                                @if let Some(choice) = choice.filter(|_| active != Some(*number) && one.module().is_some()) {
                                    " " (button(view, choice, &[("submission", &number.to_string())], "Choose"))
                                }
                                @if let Some(reason) = one.reasons().first() { p.small.reason { (visible(reason.lines().next().unwrap_or_default())) } }
                            }
                            td.file data-label="File" { (visible(&one.file)) }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the tournaments in which the student or team has played.
fn tournaments(view: &View, id: &str, status: &ContenderStatus<'_>) -> Markup {
    let has_played =
        |run: &ShownRun| count_matches(&view.class, &view.facts, run, &status.contender).is_some();
    let played: Vec<ShownRun> = runs::shown(view).into_iter().filter(has_played).collect();
    html! {
        @if !played.is_empty() {
            section id="matches" {
                h2 { "Tournaments" }
                ul { @for run in &played {
                    li {
                        a href=(runs::address(view, &run.name)) { (visible(&run.name)) }
                        " · " (matches::of_run(view, id, run))
                        @if run.is_complete { " · " a href=(format!("{}/students/{}", graded_runs::address(view, &run.name), in_address(id))) { "grade" } }
                    }
                } }
            }
        }
    }
}

/// Renders the rulings on the student's or team's bots.
fn rulings(view: &View, status: &ContenderStatus<'_>) -> Markup {
    let found = rulings_about(&view.class, &view.facts, &status.contender);
    html! {
        section id="rulings" {
            h2 { "Rulings" }
            @if found.is_empty() { p { "No ruling concerns this student." } } @else {
                ul { @for ruling in &found {
                    li {
                        a href=(view.address(&format!("staff/rulings/{}", in_address(&ruling.run)))) { (visible(&ruling.run)) ", ruling " (ruling.number) }
                        ": " (visible(&ruling.words))
                    }
                } }
            }
        }
    }
}

/// Renders the latest events that are the student's data.
fn recent(view: &View, id: &str) -> Result<Markup, Problem> {
    let filter = HistoryFilter { student: Some(id), most: EVENTS, ..HistoryFilter::default() };
    let found = history(&view.class, &view.facts, &filter)?;
    Ok(html! {
        section id="history" {
            h2 { "History" }
            (events::table(view, &found))
            @if found.has_earlier { p { a href=(events::of_student(view, id)) { "All events of this student" } } }
        }
    })
}
