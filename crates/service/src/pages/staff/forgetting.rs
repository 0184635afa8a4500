//! Deletion of a student's data, after a preview of what it reaches.

use axum::http::StatusCode;
use axum::response::Response;
use class_operations::privacy::{Deletion, DeletionRequest, InBackup, delete_student, preview_deletion};
use explain::{Error, Kind};
use game::{visible, visible_path};
use maud::{Markup, html};

use super::staff_layout;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::pages::problem::refusal;
use crate::pages::{form_mark, must_see, sentence, student_address};
use crate::problem::Problem;
use crate::url_parameters::Path;
use crate::{answer, forms};

const TITLE: &str = "Students";
const FORM: &str = "forget";

/// Previews the deletion of a student.
pub(crate) fn show(view: &View, Path((_, id)): Path<(String, String)>) -> Result<Response, Problem> {
    page(view, &id).map(answer::page)
}

/// Deletes a student whose id was typed as confirmation.
pub(crate) fn forget(
    view: &View,
    Path((_, id)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    must_see(view, &id)?;
    forms::answer(
        view,
        FORM,
        typed,
        |view| page(view, &id),
        |typed| {
            if typed.get("confirm").trim() != id {
                return Err(Problem::bad("the typed id is not the student's; nothing was deleted"));
            }
            let request = DeletionRequest { student: &id, runs: &[] };
            // An archive that waits for confirmation, or a backup to download, may have the student's files.
            view.app.archives.clear(&view.place.name);
            view.app.backups.clear(&view.place.name);
            let delete = || {
                let preview = preview_deletion(&view.class, &view.facts, &request)?;
                delete_student(&view.class, &request, preview)
            };
            let deletion = delete().map_err(|error| refused(view, error))?;
            discard_code(view, &deletion)?;
            view.place.note(&view.class.facts()?);
            Ok(answer::page(done(view, &id, &deletion)))
        },
    )
}

/// Removes the compiled code of the student's modules.
fn discard_code(view: &View, deletion: &Deletion) -> Result<(), Problem> {
    let in_runs = deletion.runs.iter().flat_map(|run| &run.modules);
    let modules: Vec<_> = deletion.data.modules.iter().chain(in_runs).copied().collect();
    Ok(view.app.discard_code.map_or(Ok(()), |discard| discard(&modules))?)
}

/// Shows the reason why a run prevents the deletion, which is no failure of the service.
fn refused(view: &View, error: Error) -> Problem {
    if matches!(error.kind, Kind::Busy | Kind::Incomplete) {
        return Problem::new(StatusCode::CONFLICT, without_folder(view, &error.what))
            .hint("wait until the run is complete, or stop and delete it; then repeat the deletion, which may have revoked the link already");
    }
    error.into()
}

/// Returns a text in which paths in the class's folder are relative.
fn without_folder(view: &View, text: &str) -> String {
    text.replace(&format!("{}/", visible_path(view.class.folder.root())), "")
}

fn page(view: &View, id: &str) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    must_see(view, id)?;
    let request = DeletionRequest { student: id, runs: &[] };
    let preview = preview_deletion(&view.class, &view.facts, &request)?;
    let content = html! {
        p { "Nothing has been deleted yet. Deletion removes this data from the class and from its runs. It cannot be undone, except from a backup." }
        (reach(view, id, &preview))
        p.soft { "Submissions of a team stay with it. Runs keep the alias, moves and logs, which are part of other students\u{2019} results. Results, roots and signatures do not change." }
        (refusal(view, FORM))
        form.lines method="post" action=(format!("{}/forget", student_address(view, id))) {
            (form_mark(view))
            p { label { "To confirm, type the student\u{2019}s id, " b { (visible(id)) } ": "
                input type="text" name="confirm" value=(view.typed(FORM, "confirm")) autocomplete="off" required; } }
            p { button type="submit" { "Delete this student\u{2019}s data" } " " a href=(student_address(view, id)) { "Cancel" } }
        }
    };
    Ok(staff_layout::below(view, TITLE, &format!("Forget {id}"), &content))
}

fn done(view: &View, id: &str, deletion: &Deletion) -> Markup {
    let content = html! {
        p role="status" { "Deleted, with " (deletion.removed) " files:" }
        (reach(view, id, deletion))
        @for warning in &deletion.warnings { p.notice { (sentence(&visible(&warning.to_string()))) } }
        p { a href=(view.address("")) { "All students" } }
    };
    staff_layout::below(view, TITLE, &format!("Forgot {id}"), &content)
}

/// Renders the data of a student, and what the deletion does not reach.
fn reach(view: &View, id: &str, deletion: &Deletion) -> Markup {
    html! {
        ul { @for line in deletion.items(id) { li { (without_folder(view, line.trim())) } } }
        @if !deletion.missing.is_empty() || !deletion.backups.is_empty() {
            p { "Not reached:" }
            ul {
                @for run in &deletion.missing {
                    li { "the run " (run.run) @if let Some(place) = &run.began_in { ", which began in " (visible(place)) } ", was not found" }
                }
                @for backup in &deletion.backups {
                    li { "the backup " (visible_path(&backup.path)) " "
                        @match &backup.state {
                            InBackup::Held => { "still has the data: delete it" }
                            InBackup::Gone => { "was downloaded, moved or deleted: if it still exists, it may have the data" }
                            InBackup::Unread(why) => { "may have the data, but cannot be read: " (visible(why)) }
                        }
                    }
                }
            }
        }
    }
}
