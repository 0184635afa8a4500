//! The grades of a run and how they were calculated.

use axum::response::Response;
use class_operations::grades::{GradeOrigin, GradeOrigins};
use class_operations::runs::{ShownRun, shown_runs};
use game::visible;
use maud::{Markup, html};

use super::graded_runs::{address, open};
use super::{course_grades, export, staff_layout};
use crate::answer::{attachment, page};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::layout::in_address;
use crate::pages::must_see;
use crate::problem::Problem;
use crate::url_parameters::Path;

const TITLE: &str = "Grades";

/// Lists the complete runs.
pub(crate) fn runs(view: &View) -> Result<Markup, Problem> {
    view.must_be_staff()?;
    let mut runs = shown_runs(&view.class, &view.facts, None);
    runs.retain(|run| run.is_complete);
    Ok(staff_layout::page(view, TITLE, &list(view, &runs)))
}

/// Shows the grades of a run.
pub(crate) fn of_run(view: &View, Path((_, run)): Path<(String, String)>) -> Result<Response, Problem> {
    run_page(view, &run).map(page)
}

/// Shows how the grade of a student was calculated.
pub(crate) fn of_student(
    view: &View,
    Path((_, run, id)): Path<(String, String, String)>,
) -> Result<Response, Problem> {
    must_see(view, &id)?;
    let graded = open(view, &run)?;
    let origins = GradeOrigins::new(&view.class, &view.facts, &graded);
    let found = origins.of_student(&view.facts, &id)?;
    let lines = found.map(|one| one.lines(&view.class, origins.formula)).unwrap_or_default();
    let content = html! {
        p { a href=(address(view, &run)) { "All grades of " (visible(&run)) } }
        pre { @for line in lines { (visible(&line)) "\n" } }
    };
    Ok(page(staff_layout::below(view, TITLE, "How a grade was calculated", &content)))
}

/// Puts the grades of a run into a course system's file, after a preview of the changes.
pub(crate) fn put(
    view: &View,
    Path((_, run)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let shown = |view: &View| run_page(view, &run);
    forms::answer(view, export::FORM, typed, shown, |typed| export::answer(view, &run, typed))
}

/// Sends the grades of a run to a course system, after a preview.
pub(crate) fn send(
    view: &View,
    Path((_, run)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    course_grades::answer(view, &run, typed, |view| run_page(view, &run))
}

/// Returns the grades of a run and their calculation, as a file for spreadsheets.
pub(crate) fn spreadsheet(view: &View, Path((_, run)): Path<(String, String)>) -> Result<Response, Problem> {
    view.must_be_staff()?;
    let graded = open(view, &run)?;
    let origins = GradeOrigins::new(&view.class, &view.facts, &graded);
    let text = origins.csv(&view.class, &own(view, &origins)?)?;
    Ok(attachment(text.into_bytes(), &format!("{run}-grades.csv")))
}

/// Renders the grades of a run, with the form that puts them into a course system's file.
fn run_page(view: &View, run: &str) -> Result<Markup, Problem> {
    view.must_be_staff()?;
    let graded = open(view, run)?;
    let origins = GradeOrigins::new(&view.class, &view.facts, &graded);
    let content = html! {
        p { "The formula is " code { (visible(origins.formula)) } "." }
        (table(view, run, &own(view, &origins)?))
        p { a href=(format!("{}/grades.csv", address(view, run))) download { "Download as CSV" } }
        @if staff_layout::is_teacher(view) {
            (course_grades::section(view, run)?)
            (export::form(view, run))
        }
    };
    Ok(staff_layout::below(view, TITLE, &format!("Grades of {run}"), &content))
}

/// Returns all grades; for the assistant of a section, only theirs.
fn own<'o, 'a>(view: &View, origins: &'o GradeOrigins<'a>) -> Result<Vec<&'o GradeOrigin<'a>>, Problem> {
    let section = view.must_be_staff()?;
    let is_own = |one: &&GradeOrigin<'_>| {
        section.is_none() || one.contender.as_ref().is_some_and(|contender| contender.section == section)
    };
    Ok(origins.entries.iter().filter(is_own).collect())
}

fn list(view: &View, runs: &[ShownRun]) -> Markup {
    html! {
        @if runs.is_empty() { p {
                "No tournament is complete yet."
                @if staff_layout::is_teacher(view) { " Add one on the page " a href=(view.address("staff/tournaments")) { "Tournaments" } "." }
            } } @else {
            p { "See how the grades of a tournament were calculated:" }
            ul { @for run in runs { li { a href=(address(view, &run.name)) { (visible(&run.name)) } } } }
        }
    }
}

fn table(view: &View, run: &str, entries: &[&GradeOrigin<'_>]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Grades" {
            table.stacked {
                thead { tr {
                    th scope="col" { "Alias" } th.n scope="col" { "Grade" } th scope="col" { "Students" } th.n scope="col" { "Version" }
                    th.n scope="col" { "Late days" } th scope="col" { "Badges" } th scope="col" { "Notes" }
                } }
                tbody { @for one in entries { (row(view, run, one)) } }
            }
        }
    }
}

fn row(view: &View, run: &str, one: &GradeOrigin<'_>) -> Markup {
    let [alias, grade, version, late_days, badges, notes] = one.summary();
    let members = one.contender.as_ref().map_or(&[][..], |contender| &contender.members);
    let how = |id: &str| format!("{}/students/{}", address(view, run), in_address(id));
    html! {
        tr {
            th.name scope="row" { (visible(&alias)) }
            td.n data-label="Grade" { (grade) }
            td.person data-label="Students" {
                @for (at, member) in members.iter().enumerate() {
                    @if at > 0 { ", " }
                    a href=(how(&member.id)) { (visible(&member.name)) }
                }
            }
            td.n data-label="Version" { (version) }
            td.n data-label="Late days" { (late_days) }
            td.nowrap data-label="Badges" { (badges) }
            td.why data-label="Notes" { (visible(&notes)) }
        }
    }
}
