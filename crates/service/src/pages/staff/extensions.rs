//! Extensions for many students, from a file, after a preview of each line.

use axum::response::Response;
use class_model::Hash;
use class_operations::deadlines::{
    ExtensionEffect, ExtensionFile, ExtensionLine, ExtensionsReport, extend_by_file, preview_extensions,
};
use game::visible;
use maud::{Markup, html};

use super::file_field::{file_field, go_on};
use super::staff_layout;
use crate::class_visit::View;
use crate::form_values::{FILE, FormValues};
use crate::pages::problem::refusal;
use crate::pages::{deadline, form_mark};
use crate::problem::Problem;
use crate::{answer, forms};

const TITLE: &str = "Extensions";
const ADDRESS: &str = "staff/extensions";
const FORM: &str = "extensions";

/// Shows a preview of the extensions in a file; gives them once the preview was confirmed.
pub(crate) fn import(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    if typed.get("do") != "extend" {
        return forms::answer(view, FORM, typed, page, |typed| {
            let report = of_file(typed, |file| Ok(preview_extensions(&view.class, file)?))?;
            Ok(answer::page(preview(view, typed, &report)))
        });
    }
    forms::change(view, FORM, typed, page, |typed| {
        let shown = typed.get("shown").parse::<Hash>().unwrap_or(Hash::digest(&[]));
        of_file(typed, |file| Ok(extend_by_file(&view.class, file, Some(&shown))?))?;
        Ok(view.address(ADDRESS))
    })
}

fn of_file<T>(
    typed: &FormValues,
    read: impl FnOnce(&ExtensionFile<'_>) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let file = typed.file(FILE)?;
    let may_shorten = !typed.get("shorten").is_empty();
    read(&ExtensionFile { name: &file.name, bytes: &file.bytes, may_shorten })
}

/// Shows the students with an extension, and the form.
pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let contenders = view.facts.contenders();
    let given: Vec<_> =
        contenders.iter().filter_map(|one| Some((one, view.facts.extension_of(one)?))).collect();
    let content = html! {
        @if given.is_empty() { p { "No student has an extension. Give one on a student's page, or many with a file." } } @else {
            div.scroll tabindex="0" role="region" aria-label=(TITLE) {
                table.stacked {
                    thead { tr { @for title in ["Student", "Until", "Reason"] { th scope="col" { (title) } } } }
                    tbody { @for (contender, extension) in &given {
                        tr {
                            th scope="row" { @for (at, member) in contender.members.iter().enumerate() { @if at > 0 { ", " } (staff_layout::link(view, &member.id)) } }
                            td data-label="Until" { (deadline(view, extension.until)) }
                            td.why data-label="Reason" { (crate::pages::in_lines(&extension.reason)) }
                        }
                    } }
                }
            }
        }
        section id="import" {
            h2 { "Extend by a file" }
            p {
                "Upload a CSV file with headings: " code { "id" } " or " code { "email" } "; " code { "until" } ", a deadline such as "
                code { "2026-12-08 23:59" } ", or " code { "hours" } " after the student's regular deadline; and " code { "reason" } ", if you like. "
                "Lines without a deadline change nothing. You can preview the changes before you make them."
            }
            (refusal(view, FORM))
            form method="post" action=(view.address(ADDRESS)) enctype="multipart/form-data" {
                (form_mark(view))
                (file_field(view, FORM, "The file"))
                p { label { input type="checkbox" name="shorten" value="yes" checked[!view.typed(FORM, "shorten").is_empty()]; " Allow deadlines earlier than current extensions" } }
                p { button type="submit" { "Preview changes" } }
            }
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

/// Renders a preview of the extensions in a file. A file with problems cannot be confirmed.
fn preview(view: &View, typed: &FormValues, report: &ExtensionsReport) -> Markup {
    let shown = report.hash().to_string();
    let count = |effect| report.count(effect);
    let (extends, shortens) = (count(ExtensionEffect::Extends), count(ExtensionEffect::Shortens));
    let problems = count(ExtensionEffect::Problem);
    let content = html! {
        p {
            "Nothing has changed yet. This file has: " (extends) " extended, " (shortens) " shortened, " (count(ExtensionEffect::Unchanged)) " unchanged"
            @if report.empty > 0 { ", " (report.empty) " without a deadline" } "."
        }
        @if problems > 0 {
            p.notice role="alert" { "Fix the lines with a problem (" (problems) ") in the file, and upload it again: either all lines are applied or none." }
        }
        div.scroll tabindex="0" role="region" aria-label="Changes" {
            table {
                thead { tr { @for title in ["Line", "Student", "Deadline", "Effect"] { th scope="col" { (title) } } } }
                tbody { @for line in &report.lines { (row(view, line)) } }
            }
        }
        p {
            @if problems == 0 && extends + shortens > 0 {
                (go_on(view, &view.address(ADDRESS), typed, &[("do", "extend"), ("shown", &shown)], "Apply"))
                " "
            }
            a href=(view.address(ADDRESS)) { "Cancel" }
        }
    };
    staff_layout::page(view, TITLE, &content)
}

fn row(view: &View, line: &ExtensionLine) -> Markup {
    let (tag, effect) = match line.effect {
        ExtensionEffect::Extends => ("good", "extended"),
        ExtensionEffect::Shortens => ("waits", "shortened"),
        ExtensionEffect::Unchanged => ("", "unchanged"),
        ExtensionEffect::Problem => ("bad", "problem"),
    };
    html! {
        tr {
            th.n scope="row" { (line.line) }
            td.person { @if let (Some(id), Some(name)) = (&line.student, &line.name) { (visible(name)) " (" (visible(id)) ")" } @else { "unknown" } }
            td.why {
                @if let Some(before) = line.previous_deadline {
                    @match line.effect {
                        ExtensionEffect::Extends | ExtensionEffect::Shortens => { del.soft { (deadline(view, before.0)) } " " }
                        ExtensionEffect::Problem => { (deadline(view, before.0)) }
                        ExtensionEffect::Unchanged => {}
                    }
                }
                @if let Some(after) = line.deadline { b { (deadline(view, after.0)) } }
            }
            td.why { span class={ "tag " (tag) } { (effect) } @if let Some(note) = &line.note { " " (crate::pages::in_lines(note)) } }
        }
    }
}
