//! `muster class backup` and `muster class restore`: saves a class to one file, and restores it.

use std::path::{Path, PathBuf};

use clap::Args;
use class_model::backup::Backup;
use class_operations::OpenError;
use class_operations::backup::{BackupReport, RestoredClass, RestoredRuns, back_up, restore};
use explain::{Error, Kind};
use game::visible_path;
use terminal::out;
use terminal::text::inert;

use super::opening::{print_problems, print_warnings};
use crate::exit::Done;

/// `muster class backup`
#[derive(Args)]
#[command(after_help = "\
The file contains everything in the class's folder: class.toml, students, submissions, the ladder with its cycles, \
opponents, and any other files that you keep there. Runs stored elsewhere, links and older backups are left out and listed. \
Keep the file as private as the class. Students may submit meanwhile; each of these submissions is in the backup completely \
or not at all. An older backup with this name is replaced when the new one is complete.")]
pub(crate) struct BackupCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The file to write.
    file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl BackupCommand {
    pub(crate) fn run(self) -> Done {
        let summary = back_up(&self.folder, &self.file)?;
        if let Some(OpenError::Text(problems)) = &summary.unread_text {
            print_problems(problems);
        }
        print_warnings(&summary.warnings());
        print(&self.file, &summary.backup, None, self.json)
    }
}

/// `muster class restore`
#[derive(Args)]
pub(crate) struct RestoreCommand {
    /// A backup written by `muster class backup`.
    file: PathBuf,
    /// The folder for the class, which must be empty or not exist.
    folder: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl RestoreCommand {
    pub(crate) fn run(self) -> Done {
        let RestoredClass { backup, runs } = restore(&self.file, &self.folder)?;
        print(&self.folder, &backup, Some(&runs), self.json)?;
        let Some((folder, why)) = runs.differing.first() else { return Ok(()) };
        let count = runs.differing.len();
        let what = format!(
            "the class is restored, but {count} of its runs differ from the backup: {}: {why}",
            inert(folder)
        );
        Err(Error::new(Kind::Damaged, what)
            .hint("run `muster verify RUN` for details; an older backup may contain them undamaged"))
    }
}

fn print(path: &Path, backup: &Backup, runs: Option<&RestoredRuns>, json: bool) -> Done {
    if json {
        return out::json(&BackupReport::new(path, backup, runs));
    }
    let (students, submissions) = (backup.facts.students().len(), backup.facts.submissions().count());
    let Backup { files, cycles, others, .. } = backup;
    out::line(&format!(
        "{}: students {students}, submissions {submissions}, files {files}, cycles of the ladder {cycles}",
        visible_path(path),
    ))?;
    let opponents = backup.opponents.len();
    out::line(&format!(
        "  included: class.toml, the record, all {files} files that it names, {opponents} files of opponents, {others} \
         other files in the class's folder"
    ))?;
    if let Some(RestoredRuns { proved, whole, .. }) = runs {
        out::line(&format!(
            "  checked: every file's hash, the record's chain, runs against the root in the record {proved}, other \
             runs against their own hashes {whole}"
        ))?;
    }
    let left = backup.left.len() + backup.others_left.len();
    if left > 0 {
        out::line(&format!("  not included: {left} files or links, each listed above"))?;
    }
    for run in &backup.elsewhere {
        out::line(&format!("  not included: the run that began in {}", inert(run)))?;
    }
    if backup.elsewhere.is_empty() {
        out::line("  not included: runs elsewhere; the class knows of none")?;
    }
    Ok(())
}
