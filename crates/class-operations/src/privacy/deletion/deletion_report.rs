//! The deletion of a student's data, as JSON.

use class_model::Hash;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Deletion, EarlierBackup, InBackup, MissingRun, ReachedRun};

/// The student's data that is deleted, or would be.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeletionReport<'a> {
    /// `true` if nothing was deleted and the report is a preview.
    dry_run: bool,
    /// The student's id; null if the class has no such student, or has forgotten them.
    student: Option<&'a str>,
    /// Number of deleted entries of the class's record.
    entries: usize,
    /// The deleted submissions. Only their hashes remain.
    submissions: Vec<DeletedSubmission<'a>>,
    /// Number of files removed from the class's folder.
    files_removed: usize,
    /// The hashes of the student's modules that no other student has handed in.
    #[schemars(with = "Vec<String>")]
    withheld: &'a [Hash],
    /// The runs found, each with the student's data in it.
    runs: &'a [ReachedRun],
    /// The runs of the class that are no longer in their original folder.
    runs_not_reached: &'a [MissingRun],
    /// The backups that contain the student's data, or may.
    backups: Vec<BackupStateReport<'a>>,
    /// Changes of the active versions of teams, in words.
    changed: &'a [String],
}

impl Shape for DeletionReport<'_> {
    const NAME: &'static str = "class-forget";
    const VERSION: u32 = 2;
}

/// A deleted submission.
#[derive(Debug, Serialize, JsonSchema)]
struct DeletedSubmission<'a> {
    /// The number of the submission.
    submission: u32,
    /// The hashes of its files, 64 hexadecimal digits each.
    #[schemars(with = "Vec<String>")]
    files: &'a [Hash],
    /// `true` if the submission stays with a team, without the student who handed it in.
    stays_with_team: bool,
}

/// A backup that contains the student's data, or may.
#[derive(Debug, Serialize, JsonSchema)]
struct BackupStateReport<'a> {
    /// Path of the backup when it was made.
    path: String,
    /// `held` if the backup contains the student, `gone` if it is no longer at its path, `unread` if it cannot be read.
    state: &'static str,
    /// Why the backup cannot be read; otherwise null.
    why: Option<&'a str>,
}

impl Deletion {
    /// Returns the deletion as JSON.
    pub fn report(&self) -> DeletionReport<'_> {
        let Deletion { dry_run, data, runs, missing, backups, removed, .. } = self;
        let forgotten = data.forgotten.as_ref();
        let stones = forgotten.map_or(&[][..], |forgotten| &forgotten.submissions);
        let submissions = stones.iter().map(|stone| DeletedSubmission {
            submission: stone.submission,
            files: &stone.files,
            stays_with_team: stone.of_team.is_some(),
        });
        DeletionReport {
            dry_run: *dry_run,
            student: data.student.as_ref().map(|student| student.id.as_str()),
            entries: forgotten.map_or(0, |forgotten| forgotten.events.len()),
            submissions: submissions.collect(),
            files_removed: *removed,
            withheld: &data.modules,
            runs,
            runs_not_reached: missing,
            backups: backups.iter().map(BackupStateReport::from).collect(),
            changed: &data.moved,
        }
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
