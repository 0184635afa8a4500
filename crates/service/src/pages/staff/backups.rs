//! Backups of the class.

use class_operations::backup::BackupSummary;
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::class_visit::View;
use crate::pages::problem::refusal;
use crate::pages::{button, in_lines, sentence};
use crate::problem::Problem;

const TITLE: &str = "Backup";
pub(crate) const ADDRESS: &str = "staff/backup";
/// The form that makes a backup.
pub(crate) const FORM: &str = "backup";

/// Shows the form.
pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let content = html! {
        p { "A backup is one file with everything in the class\u{2019}s folder: the record, submissions, tournaments, runs and the ladder. "
            "Students may hand in meanwhile. Keep the file as private as the class: it names all students." }
        (refusal(view, FORM))
        p { (button(view, &view.address(ADDRESS), &[], "Make a backup")) }
        p.soft { "To restore a backup into a new folder, use " code { "muster class restore FILE FOLDER" } ", then serve that folder." }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

/// Renders a backup that waits for its download.
pub(crate) fn made(view: &View, summary: &BackupSummary, number: u64) -> Markup {
    let backup = &summary.backup;
    let counts = [
        ("Students", backup.facts.students().len()),
        ("Submissions", backup.facts.submissions().count()),
        ("Runs", backup.runs),
        ("Cycles of the ladder", backup.cycles),
        ("Files of opponents", backup.opponents.len()),
        ("Other files", backup.others),
    ];
    let address = view.address(&format!("{ADDRESS}/{number}"));
    let content = html! {
        p { a href=(address) { "Download the backup" } " within half an hour. Then it is deleted here." }
        div.scroll tabindex="0" role="region" aria-label="Contents" {
            table { tbody { @for (what, count) in counts { tr { th scope="row" { (what) } td.n { (count) } } } } }
        }
        @for warning in summary.warnings() { p.notice { (in_lines(&sentence(&visible(&warning.to_string())))) } }
        @for run in &backup.elsewhere { p.notice { "The run that began in " (visible(run)) " is not in the backup." } }
    };
    staff_layout::below(view, TITLE, "Backup", &content)
}
