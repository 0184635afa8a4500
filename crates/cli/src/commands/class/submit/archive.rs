//! `muster class submit --archive`: submits everything in a course system's archive.

use std::path::{Path, PathBuf};

use clap::Args;
use class_model::Moment;
use class_operations::OpenClass;
use class_operations::submission::{
    Archive, ArchiveEntry, ArchiveReport, LARGEST_ARCHIVE, RefusedEntry, preview_archive, submit_archive,
};
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::{inert, shortened};

use super::super::opening::{print_warnings, warn_of_engine};
use super::SubmitCommand;
use crate::exit::Done;
use crate::host::read_file;

/// Maximum number of submissions named for a reason; `--json` has all.
const NAMED: usize = 12;

/// Options of `muster class submit` for archives.
#[derive(Args)]
#[command(next_help_heading = "Archives of a course system")]
pub(super) struct ArchiveOptions {
    /// Submit everything in this archive, downloaded from Moodle ("Download all submissions") or Canvas.
    #[arg(long, value_name = "FILE.zip")]
    pub(super) archive: Option<PathBuf>,
    /// Moodle's worksheet of the same assignment ("Download grading worksheet"), which identifies the student and the
    /// time of each file; or an export of Canvas's gradebook, which identifies the student.
    #[arg(long, value_name = "FILE.csv", requires = "archive")]
    worksheet: Option<PathBuf>,
    /// Match a file that only has a name to the student with that name, if there is only one in the class.
    #[arg(long, requires = "archive")]
    by_name: bool,
    /// Show what would be submitted, and change nothing. Bots are not validated, but a script that is not text is
    /// reported.
    #[arg(long, requires = "archive")]
    dry_run: bool,
}

impl ArchiveOptions {
    pub(super) fn run(
        &self,
        class: &OpenClass,
        path: &Path,
        stated: Option<Moment>,
        now: Moment,
        command: &SubmitCommand,
    ) -> Done {
        let file = read_file(path, LARGEST_ARCHIVE)?;
        let worksheet = self
            .worksheet
            .as_ref()
            .map(|path| read_file(path, course_files::gradebook::LONGEST as u64))
            .transpose()?;
        let archive = Archive {
            file: &file,
            worksheet: worksheet.as_ref(),
            by_name: self.by_name,
            received: stated,
            now,
        };
        warn_of_engine(class, &class.facts()?);
        let place = command.isolate.place(1)?;
        let validator = place.validator();
        let summary = if self.dry_run {
            preview_archive(class, validator, &archive)?
        } else {
            submit_archive(class, validator, &archive)?
        };
        print_warnings(&summary.warnings);
        if command.json {
            out::json(&summary)?;
        } else {
            print(class, &summary)?;
        }
        summary.verdict()
    }
}

fn print(class: &OpenClass, summary: &ArchiveReport) -> Done {
    let head = [
        ("student", Align::Left),
        ("alias", Align::Left),
        ("file", Align::Left),
        ("received", Align::Left),
        ("submission", Align::Right),
        ("note", Align::Left),
    ];
    let rows: Vec<Vec<String>> = summary.taken.iter().map(|entry| row(class, entry)).collect();
    if !rows.is_empty() {
        out::line(&table::render(&head, &rows))?;
    }
    let (undecided, others): (Vec<&ArchiveEntry>, Vec<&ArchiveEntry>) =
        summary.taken.iter().partition(|entry| entry.undecided);
    print_reasons(if summary.dry_run { "would be refused:" } else { "refused:" }, &others)?;
    print_reasons("undecided on this machine:", &undecided)?;
    if !summary.known.is_empty() {
        out::line(&format!("already in the class: {}", summary.known.len()))?;
    }
    let count: usize = summary.not_taken.iter().map(|refusals| refusals.entries.len()).sum();
    if count > 0 {
        out::line(&format!("not taken: {count}"))?;
    }
    for refusals in &summary.not_taken {
        out::line(&format!("  {} x {}", refusals.entries.len(), refusals.reason))?;
        for entry in refusals.entries.iter().take(NAMED) {
            out::line(&format!("    {}", refused(entry)))?;
        }
        match refusals.entries.len().saturating_sub(NAMED) {
            0 => {}
            more => out::line(&format!("    … and {more} more; --json has all"))?,
        }
    }
    Ok(())
}

fn refused(entry: &RefusedEntry) -> String {
    let what = shortened(&entry.what);
    match &entry.detail {
        Some(detail) => format!("{what} ({})", inert(detail)),
        None => what,
    }
}

/// Prints the bots that are not accepted, with reasons.
fn print_reasons(head: &str, entries: &[&ArchiveEntry]) -> Done {
    let mut head = Some(head);
    for entry in entries {
        let who = format!("{} ({})", entry.student, entry.name);
        for reason in &entry.reasons {
            if let Some(head) = head.take() {
                out::line(head)?;
            }
            // The output of a script follows in further lines.
            let reason = reason.lines().next().unwrap_or_default();
            out::line(&format!("  {}: {}", inert(&who), inert(reason)))?;
        }
    }
    Ok(())
}

fn row(class: &OpenClass, entry: &ArchiveEntry) -> Vec<String> {
    vec![
        entry.student.clone(),
        entry.alias.clone().unwrap_or_default(),
        entry.file.clone(),
        class.shown(entry.received.0),
        entry.submission.map(|number| number.to_string()).unwrap_or_default(),
        entry.notes(class).join("; "),
    ]
}
