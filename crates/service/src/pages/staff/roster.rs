//! The roster: a list of the students, and the import of a file after a preview of the changes.

use axum::response::Response;
use class_model::roster::Columns;
use class_model::{Hash, Student};
use class_operations::roster::{RosterFile, RosterImport, import_previewed_roster, preview_roster};
use game::visible;
use maud::{Markup, html};

use super::file_field::{file_field, go_on};
use super::{course_roster, staff_layout};
use crate::class_visit::View;
use crate::form_values::{FILE, FormValues};
use crate::pages::problem::refusal;
use crate::pages::{form_mark, time};
use crate::problem::Problem;
use crate::{answer, forms};

const TITLE: &str = "Roster";
const ADDRESS: &str = "staff/roster";
const FORM: &str = "roster";
/// Fields for the names of columns that are not detected, and the content of each.
const COLUMNS: [(&str, &str); 5] =
    [("id", "ids"), ("name", "names"), ("alias", "aliases"), ("section", "sections"), ("team", "teams")];
/// Columns of the tables.
const HEAD: [&str; 6] = ["Id", "Name", "Address", "Alias", "Section", "Team"];

/// Shows a preview of the changes of a file; imports it once the preview was confirmed.
pub(crate) fn import(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    if typed.get("do") != "import" {
        return forms::answer(view, FORM, typed, page, |typed| {
            let import = of_file(typed, |file| Ok(preview_roster(&view.class, file)?))?;
            Ok(answer::page(preview(view, "file", typed, &import)))
        });
    }
    forms::change(view, FORM, typed, page, |typed| {
        let shown = typed.get("shown").parse::<Hash>().unwrap_or(Hash::digest(&[]));
        of_file(typed, |file| Ok(import_previewed_roster(&view.class, file, &shown)?))?;
        Ok(view.address(ADDRESS))
    })
}

/// Reads the members of a course and shows a preview of the changes. They are imported as a file.
pub(crate) fn read_course(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    forms::answer(view, course_roster::FORM, typed, page, |typed| {
        let typed =
            FormValues::with_files(Vec::new(), Some((FILE.to_owned(), course_roster::read(view, typed)?)));
        let import = of_file(&typed, |file| Ok(preview_roster(&view.class, file)?))?;
        Ok(answer::page(preview(view, "course", &typed, &import)))
    })
}

/// Reads the file of a form, with the columns named there.
fn of_file<T>(
    typed: &FormValues,
    read: impl FnOnce(&RosterFile<'_>) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let file = typed.file(FILE)?;
    let [id, name, alias, section, team] = COLUMNS.map(|(field, _)| typed.given(field));
    let columns = Columns { id, name, alias, section, team };
    read(&RosterFile { name: &file.name, bytes: &file.bytes, columns: &columns })
}

/// Shows all students, or the section of an assistant.
pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    let section = view.must_be_staff()?;
    let students = view.facts.students().into_iter();
    let own = |student: &&Student| section.is_none() || student.section.as_deref() == section;
    let students: Vec<&Student> = students.filter(own).collect();
    let content = html! {
        @if students.is_empty() { p { "The class has no students yet." @if staff_layout::is_teacher(view) { " Import them from a file, below." } } } @else {
            div.scroll tabindex="0" role="region" aria-label="Roster" {
                table.stacked {
                    thead { tr { @for title in HEAD { th scope="col" { (title) } } th scope="col" { "Status" } } }
                    tbody { @for student in &students { (row(view, student)) } }
                }
            }
        }
        @if staff_layout::is_teacher(view) {
            (course_roster::form(view)?)
            (import_form(view))
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

fn row(view: &View, student: &Student) -> Markup {
    let Student { id, name, email, alias, section, team } = student;
    html! {
        tr {
            th scope="row" { (visible(id)) }
            td.person { a href=(crate::pages::student_address(view, id)) { (visible(name)) } }
            td.mail data-label="Address" { (address_of(email.as_deref().unwrap_or_default())) }
            td.name data-label="Alias" { (visible(alias)) }
            td data-label=[section.as_ref().map(|_| "Section")] { (visible(section.as_deref().unwrap_or_default())) }
            td data-label=[team.as_ref().map(|_| "Team")] { (visible(team.as_deref().unwrap_or_default())) }
            td.why data-label="Status" {
                @match view.facts.withdrawal(id) {
                    None => { "enrolled" }
                    Some(since) => {
                        "withdrawn since " (time(view, since.at))
                        @if !since.what.reason.is_empty() { ": " (crate::pages::in_lines(&since.what.reason)) }
                    }
                }
            }
        }
    }
}

/// Renders an email address, which may wrap before the `@`.
fn address_of(email: &str) -> Markup {
    let (name, host) = email.split_once('@').map_or((email, None), |(name, host)| (name, Some(host)));
    html! { (visible(name)) @if let Some(host) = host { wbr; "@" (visible(host)) } }
}

fn import_form(view: &View) -> Markup {
    let is_named = COLUMNS.iter().any(|(field, _)| !view.typed(FORM, field).is_empty());
    html! {
        section id="import" {
            h2 { "Import" }
            p {
                "Upload a CSV file with headings. Columns are detected by name: id, name, alias, section, team, email, or the English "
                "headings of Moodle's and Canvas's gradebooks. An empty cell keeps the current value, and " code { "-" } " removes a section, "
                "team or address. Students who are not in the file stay. You can preview the changes before you import."
            }
            (refusal(view, FORM))
            form method="post" action=(view.address(ADDRESS)) enctype="multipart/form-data" {
                (form_mark(view))
                (file_field(view, FORM, "The file"))
                details open[is_named] {
                    summary { "Other column names" }
                    @for (field, what) in COLUMNS {
                        p { label { "Column with the " (what) " " input type="text" name=(field) value=(view.typed(FORM, field)); } }
                    }
                }
                p { button type="submit" { "Preview changes" } }
            }
        }
    }
}

/// Renders a preview of an import from a file or a course.
fn preview(view: &View, source: &str, typed: &FormValues, import: &RosterImport) -> Markup {
    let changes = &import.changes;
    let shown = import.hash().to_string();
    let content = html! {
        p { "Nothing has changed yet. This " (source) " has: " (import.words()) "." }
        @if !changes.enrolled.is_empty() {
            div.scroll tabindex="0" role="region" aria-label="Changes" {
                table {
                    thead { tr { @for title in HEAD { th scope="col" { (title) } } } }
                    tbody { @for student in &changes.enrolled { (changed_row(view.facts.student(&student.id), student)) } }
                }
            }
        }
        @if !changes.absent.is_empty() {
            details { summary { "Not in the " (source) ", but still in the class: " (changes.absent.len()) } p { (absent(&changes.absent)) } }
        }
        p {
            @if !changes.enrolled.is_empty() {
                (go_on(view, &view.address(ADDRESS), typed, &[("do", "import"), ("shown", &shown)], "Import"))
                " "
            }
            a href=(view.address(ADDRESS)) { "Cancel" }
        }
    };
    staff_layout::page(view, TITLE, &content)
}

/// Renders a student as in the file, with the earlier values that differ.
fn changed_row(before: Option<&Student>, after: &Student) -> Markup {
    let cells = |student: &Student| {
        let Student { name, email, alias, section, team, .. } = student.clone();
        [Some(name), email, Some(alias), section, team].map(Option::unwrap_or_default)
    };
    let old = before.map(cells);
    html! {
        tr {
            th scope="row" { (visible(&after.id)) @if before.is_none() { " " span.tag.good { "new" } } }
            @for (at, cell) in cells(after).iter().enumerate() {
                @let was = old.as_ref().map(|old| &old[at]).filter(|old| *old != cell);
                td.name {
                    @if let Some(was) = was { del.soft { (visible(was)) } " " b { (visible(cell)) } } @else { (visible(cell)) }
                }
            }
        }
    }
}

fn absent(ids: &[String]) -> String {
    ids.iter().map(|id| visible(id)).collect::<Vec<_>>().join(", ")
}
