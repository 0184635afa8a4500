//! The import of an archive of a course system: the form, the preview and the outcome.

use class_operations::submission::{ArchiveEntry, ArchiveReport, Refusals};
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::class_visit::View;
use crate::pages::problem::refusal;
use crate::pages::{form_mark, in_lines, sentence, student_address, time};
use crate::problem::Problem;

const TITLE: &str = "Import";
pub(crate) const ADDRESS: &str = "staff/imports";
/// The form with the archive.
pub(crate) const FORM: &str = "archive";

/// Shows the form.
pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let content = html! {
        p {
            "Upload an archive of Moodle (\u{201c}Download all submissions\u{201d}) or Canvas. Files are assigned to students by the id or address "
            "in their names or in the worksheet. You can preview the import. Deadlines apply, but quotas and the closing of the class do not."
        }
        (refusal(view, FORM))
        form.lines method="post" action=(view.address(ADDRESS)) enctype="multipart/form-data" {
            (form_mark(view))
            p { label for="archive" { "Archive" } }
            p { input id="archive" type="file" name="archive" accept=".zip,application/zip" required; }
            p { label for="worksheet" { "Worksheet of the assignment, or an export of the gradebook (optional). Moodle\u{2019}s worksheet has the time of each submission." } }
            p { input id="worksheet" type="file" name="worksheet" accept=".csv,text/csv"; }
            p { label { input type="checkbox" name="by-name" value="yes" checked[!view.typed(FORM, "by-name").is_empty()];
                " Match a file that has only a name, if exactly one student has this name" } }
            p { label { "Received, for files without a time "
                input type="datetime-local" name="received" value=(view.typed(FORM, "received")); } }
            p { button type="submit" { "Preview" } }
        }
    };
    Ok(staff_layout::below(view, TITLE, "Import submissions", &content))
}

/// Renders what the archive with a number would hand in.
pub(crate) fn preview(view: &View, report: &ArchiveReport, number: u64) -> Markup {
    let (new, action) = (report.taken.len(), view.address(&format!("{ADDRESS}/confirm")));
    let number = number.to_string();
    let send = |act: &str, label: &str| {
        crate::pages::button(view, &action, &[("do", act), ("shown", &number)], label)
    };
    let content = html! {
        p { "Nothing has been imported yet. " (counts(report, "new")) }
        (list(view, report))
        div.decisions {
            @if new > 0 { (send("import", "Import")) }
            @else if !report.not_taken.is_empty() {
                (send("import", "Tell the students why"))
            }
            " " (send("cancel", "Cancel"))
        }
        p.soft { "Bots are checked during the import, which may take minutes. The archive is kept here for half an hour." }
    };
    staff_layout::below(view, TITLE, "Preview of the import", &content)
}

/// Renders what an archive has handed in.
pub(crate) fn outcome(view: &View, report: &ArchiveReport) -> Markup {
    let refused =
        report.taken.iter().filter(|entry| entry.accepted == Some(false) && !entry.undecided).count();
    let content = html! {
        p role="status" {
            (counts(report, "imported"))
            @if refused > 0 { " Of the imported, " (refused) " " (if refused == 1 { "was" } else { "were" }) " refused." }
        }
        @for warning in &report.warnings { p.notice { (sentence(&visible(&warning.to_string()))) } }
        (list(view, report))
        p { a href=(view.address("")) { "All students" } " · " a href=(view.address(ADDRESS)) { "Import another archive" } }
    };
    staff_layout::below(view, TITLE, "Import complete", &content)
}

fn counts(report: &ArchiveReport, taken: &str) -> String {
    let left: usize = report.not_taken.iter().map(|refusals| refusals.entries.len()).sum();
    let (new, known) = (report.taken.len(), report.known.len());
    format!("{new} {taken}, {known} already in the class, {left} not taken.")
}

fn list(view: &View, report: &ArchiveReport) -> Markup {
    html! {
        @if !report.taken.is_empty() {
            div.scroll tabindex="0" role="region" aria-label="Submissions" {
                table {
                    thead { tr {
                        @for title in ["Student", "Id", "Alias", "File", "Received"] { th scope="col" { (title) } }
                        @if !report.dry_run { th.n scope="col" { "Submission" } }
                        th scope="col" { "Notes" }
                    } }
                    tbody { @for entry in &report.taken { (row(view, entry, report.dry_run)) } }
                }
            }
        }
        @for refusals in &report.not_taken { (not_taken(refusals)) }
    }
}

fn row(view: &View, entry: &ArchiveEntry, is_preview: bool) -> Markup {
    html! {
        tr {
            th.name scope="row" { a href=(student_address(view, &entry.student)) { (visible(&entry.name)) } }
            td { (visible(&entry.student)) }
            td.name { (visible(entry.alias.as_deref().unwrap_or_default())) }
            td.name { (visible(&entry.file)) }
            td { (time(view, entry.received.0)) }
            @if !is_preview {
                td.n { @if let Some(number) = entry.submission { a href=(view.address(&format!("submissions/{number}"))) { (number) } } }
            }
            td.why {
                (visible(&entry.notes(&view.class).join("; ")))
                @for reason in &entry.reasons { p.soft { @if is_preview { "Would be refused: " } (in_lines(reason)) } }
            }
        }
    }
}

fn not_taken(refusals: &Refusals) -> Markup {
    html! {
        details open {
            // The reasons name the options of the command.
            @let reason = refusals.reason.replace(" with --worksheet", "").replace("--by-name", "match by name").replace("--at", "the time");
            summary { (refusals.entries.len()) " not taken: " (visible(&reason)) }
            ul { @for entry in &refusals.entries {
                li { (visible(&entry.what)) @if let Some(detail) = &entry.detail { " (" (visible(detail)) ")" } }
            } }
        }
    }
}
