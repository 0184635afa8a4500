//! Backups of the class.

use class_model::backup::Backup;
use class_operations::backup::{BackupSummary, CheckedBackup, RestoredRuns};
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::class_visit::View;
use crate::pages::problem::refusal;
use crate::pages::{button, form_mark, in_lines, sentence, time};
use crate::problem::Problem;

const TITLE: &str = "Backup";
pub(crate) const ADDRESS: &str = "staff/backup";
/// The form that makes a backup.
pub(crate) const FORM: &str = "backup";
/// The form that checks a backup.
pub(crate) const CHECK: &str = "backup-check";

/// Shows the form.
pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let content = html! {
        p { "A backup is one file with the record, submissions, tournaments, runs, the ladder and the links. Sign-on systems and the queues of mail and grades are left out. "
            "Students may hand in meanwhile. Keep the file as private as the class: it names all students." }
        (refusal(view, FORM))
        p { (button(view, &view.address(ADDRESS), &[], "Make a backup")) }
        section id="check" {
            h2 { "Check a backup" }
            p { "Upload a backup to check that it is intact and belongs to this class, and to list the changes made since. This does not change the class." }
            (refusal(view, CHECK))
            form.row method="post" action={ (view.address(ADDRESS)) "/check" } enctype="multipart/form-data" {
                (form_mark(view))
                label { "Backup " input type="file" name="file" accept=".zip,application/zip" required; }
                button type="submit" { "Check" }
            }
        }
        section id="restore" {
            h2 { "Restore a backup" }
            p { "Start " code { "muster serve --new FOLDER" } " with a folder that does not exist yet. The page behind the link that it prints restores a backup." }
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

/// Renders a backup that waits for its download.
pub(crate) fn made(view: &View, summary: &BackupSummary, number: u64) -> Markup {
    let backup = &summary.backup;
    let address = view.address(&format!("{ADDRESS}/{number}"));
    let content = html! {
        p { a href=(address) { "Download the backup" } " within half an hour. Then it is deleted here." }
        (contents(backup))
        @for warning in summary.warnings() { p.notice { (in_lines(&sentence(&visible(&warning.to_string())))) } }
        @for run in &backup.elsewhere { p.notice { "The run that began in " (visible(run)) " is not in the backup." } }
    };
    staff_layout::below(view, TITLE, "Backup", &content)
}

fn contents(backup: &Backup) -> Markup {
    let counts = [
        ("Students", backup.facts.students().len()),
        ("Submissions", backup.facts.submissions().count()),
        ("Runs", backup.runs),
        ("Cycles of the ladder", backup.cycles),
        ("Files of opponents", backup.opponents.len()),
        ("Other files", backup.others),
    ];
    html! {
        div.scroll tabindex="0" role="region" aria-label="Contents" {
            table { tbody { @for (what, count) in counts { tr { th scope="row" { (what) } td.n { (count) } } } } }
        }
    }
}

/// Renders a backup that was checked.
pub(crate) fn checked(view: &View, name: &str, checked: &CheckedBackup) -> Markup {
    let CheckedBackup { backup, runs: RestoredRuns { differing, .. }, later } = checked;
    let content = html! {
        @match later {
            None => { p.notice role="alert" { "This backup is undamaged, but its record is not an earlier state of this class\u{2019}s record: it is from another class, or later." } }
            Some(later) => p role="status" {
                b { "This backup is undamaged and of this class. " }
                @if let Some(last) = backup.facts.last() { "Its last event is of " (time(view, last)) ". " }
                @match later { 0 => { "Nothing was recorded since." } 1 => { "1 event was recorded since." } _ => { (later) " events were recorded since." } }
            },
        }
        @for (run, why) in differing { p.notice role="alert" { (visible(run)) " differs from the backup\u{2019}s record: " (visible(why)) } }
        (contents(backup))
        p { a href=(view.address(ADDRESS)) { "Back to backups" } }
    };
    staff_layout::below(view, TITLE, name, &content)
}
