//! What is deleted of a student, as JSON.

use class::{Hash, Tombstone};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Deletion, EarlierBackup, InBackup, MissingRun, ReachedRun};

/// What of a student is deleted, or would be.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeletionReport<'a> {
    /// Whether nothing was deleted: this is what would be.
    dry_run: bool,
    /// The student's id; null if the class has no such student, or no longer.
    student: Option<&'a str>,
    /// How many entries of the class's record are deleted.
    entries: usize,
    /// The submissions that are deleted, of which hashes are left.
    submissions: Vec<DeletedSubmission<'a>>,
    /// How many files of the class's folder were removed.
    files_removed: usize,
    /// The hashes of the student's modules that nobody else has handed in.
    #[schemars(with = "Vec<String>")]
    withheld: &'a [Hash],
    /// The runs that are reached, each with what it has of the student.
    runs: Vec<RunReport<'a>>,
    /// The runs of the class that are not where they began.
    runs_not_reached: Vec<MissingRunReport<'a>>,
    /// The backups that still have the student's data, or may.
    backups: Vec<BackupStateReport<'a>>,
    /// Of whom something else is active then, in words.
    changed: &'a [String],
}

impl Shape for DeletionReport<'_> {
    const NAME: &'static str = "class-forget";
    const VERSION: u32 = 2;
}

/// A submission that is deleted.
#[derive(Debug, Serialize, JsonSchema)]
struct DeletedSubmission<'a> {
    /// Its number.
    submission: u32,
    /// The hashes of its files, 64 hexadecimal digits each.
    #[schemars(with = "Vec<String>")]
    files: &'a [Hash],
    /// Whether it stays with a team, and no longer says who handed it in.
    stays_with_team: bool,
}

/// A run that is reached.
#[derive(Debug, Serialize, JsonSchema)]
struct RunReport<'a> {
    /// The path of its folder.
    path: String,
    /// How many lines of its `private/students.csv` are the student's.
    lines: usize,
    /// The hashes of the student's modules that are deleted from it.
    #[schemars(with = "Vec<String>")]
    withheld: &'a [Hash],
}

/// A backup in which the student's data is, or may be.
#[derive(Debug, Serialize, JsonSchema)]
struct BackupStateReport<'a> {
    /// Its path, or where it was when it was made.
    path: String,
    /// What is known of it: `held` if it has the student, `gone` if it is not there any more, `unread` if it cannot be
    /// read.
    state: &'static str,
    /// Why it cannot be read; otherwise null.
    why: Option<&'a str>,
}

/// A run that is not reached.
#[derive(Debug, Serialize, JsonSchema)]
struct MissingRunReport<'a> {
    /// Its identity, 64 hexadecimal digits.
    #[schemars(with = "String")]
    run: Hash,
    /// The path of the folder in which it began, if the class knows.
    began_in: Option<&'a str>,
}

impl<'a> DeletionReport<'a> {
    pub(super) fn of(deletion: &'a Deletion) -> DeletionReport<'a> {
        let Deletion { dry_run, data, runs, missing, backups, removed, .. } = deletion;
        let forgotten = data.forgotten.as_ref();
        let stones = forgotten.map_or(&[][..], |forgotten| &forgotten.submissions);
        DeletionReport {
            dry_run: *dry_run,
            student: data.student.as_ref().map(|student| student.id.as_str()),
            entries: forgotten.map_or(0, |forgotten| forgotten.events.len()),
            submissions: stones.iter().map(DeletedSubmission::from).collect(),
            files_removed: *removed,
            withheld: &data.modules,
            runs: runs.iter().map(RunReport::from).collect(),
            runs_not_reached: missing.iter().map(MissingRunReport::from).collect(),
            backups: backups.iter().map(BackupStateReport::from).collect(),
            changed: &data.moved,
        }
    }
}

impl<'a> From<&'a Tombstone> for DeletedSubmission<'a> {
    fn from(stone: &'a Tombstone) -> DeletedSubmission<'a> {
        DeletedSubmission {
            submission: stone.submission,
            files: &stone.files,
            stays_with_team: stone.of_team.is_some(),
        }
    }
}

impl<'a> From<&'a ReachedRun> for RunReport<'a> {
    fn from(run: &'a ReachedRun) -> RunReport<'a> {
        let path = run.folder.root().display().to_string();
        RunReport { path, lines: run.lines, withheld: &run.modules }
    }
}

impl<'a> From<&'a EarlierBackup> for BackupStateReport<'a> {
    fn from(EarlierBackup { path, state }: &'a EarlierBackup) -> BackupStateReport<'a> {
        let (state, why) = match state {
            InBackup::Held => ("held", None),
            InBackup::Gone => ("gone", None),
            InBackup::Unread(why) => ("unread", Some(why.as_str())),
        };
        BackupStateReport { path: path.display().to_string(), state, why }
    }
}

impl<'a> From<&'a MissingRun> for MissingRunReport<'a> {
    fn from(missing: &'a MissingRun) -> MissingRunReport<'a> {
        MissingRunReport { run: missing.run, began_in: missing.began_in.as_deref() }
    }
}
