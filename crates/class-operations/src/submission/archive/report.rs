//! The result of handing in an archive.

use class_model::{Leftover, OwnDeadline, late_days};
use course_files::archives::SkippedEntry;
use explain::{Error, Kind};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::Refusals;
use crate::open_class::OpenClass;
use crate::submission::undecided_submissions;
use crate::utc::Utc;
use crate::warning::Warning;

/// The result of handing in an archive of a course system.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArchiveReport {
    /// New hand-ins. Every sender in the archive is in exactly one of `taken`, `known` and `left`; further senders of a
    /// team's hand-in are in `also_from`.
    pub taken: Vec<ArchiveEntry>,
    /// Hand-ins that the class already had.
    pub known: Vec<ArchiveEntry>,
    /// Senders from whom nothing is taken.
    pub(super) left: Vec<LeftFiles>,
    /// Further files that are not taken.
    pub(super) skipped: Vec<SkippedFile>,
    /// Everything in `left` and `skipped`, grouped by reason, the most frequent reason first.
    pub not_taken: Vec<Refusals>,
    /// `true` for a preview, which hands nothing in.
    #[serde(skip)]
    pub dry_run: bool,
    /// Warnings for the user who hands in.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for ArchiveReport {
    const NAME: &'static str = "class-submit-archive";
    const VERSION: u32 = 1;
}

/// A student's hand-in.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArchiveEntry {
    /// The student's id.
    pub student: String,
    /// The team; null if the student hands in alone.
    pub team: Option<String>,
    /// The name of the bot's file.
    pub file: String,
    /// When it was received, in UTC.
    pub received: Utc,
    /// Ids of other members of the team from whom the archive has the same hand-in.
    pub also_from: Vec<String>,
    /// `true` if Canvas marked it as late. The class's own deadlines decide.
    pub marked_late: bool,
    /// `true` if a text or a link came with it, which is kept as part of the source and never read.
    pub has_text: bool,
    /// Number of the submission; null if nothing was handed in.
    pub submission: Option<u32>,
    /// `true` if it was accepted; null if nothing was handed in.
    pub accepted: Option<bool>,
    /// `true` if it has no verdict yet.
    pub undecided: bool,
    /// Reasons why it is refused or undecided; in a dry run, the reasons for refusal known so far.
    pub reasons: Vec<String>,
    /// The student's name.
    #[serde(skip)]
    pub name: String,
    /// Alias of the student or team in runs.
    #[serde(skip)]
    pub alias: Option<String>,
    /// Deadline of the student or team.
    #[serde(skip)]
    pub deadline: Option<OwnDeadline>,
}

/// A sender from whom nothing is taken.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LeftFiles {
    /// The sender, as named in the archive.
    sender: String,
    /// The student's id; null if the sender is not in the roster. Students see the reason.
    student: Option<String>,
    /// The names of the files that were found.
    files: Vec<String>,
    /// Their paths in the archive.
    paths: Vec<String>,
    /// The reason, in words.
    why: String,
}

/// A file that is not taken.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SkippedFile {
    /// Its path in the archive.
    path: String,
    /// The reason, in words.
    why: String,
}

impl From<&Leftover> for LeftFiles {
    fn from(left: &Leftover) -> LeftFiles {
        let Leftover { sender, student, files, paths, why, .. } = left.clone();
        LeftFiles { sender: sender.to_string(), student, files, paths, why: why.to_string() }
    }
}

impl From<&SkippedEntry> for SkippedFile {
    fn from(skipped: &SkippedEntry) -> SkippedFile {
        SkippedFile { path: skipped.path.clone(), why: skipped.why.to_string() }
    }
}

impl ArchiveReport {
    /// Checks that everything was taken and has a verdict.
    ///
    /// # Errors
    /// If a hand-in waits for a verdict, or an entry was not taken.
    pub fn verdict(&self) -> Result<(), Error> {
        match self.taken.iter().filter(|entry| entry.undecided).count() {
            0 => {}
            count => return Err(undecided_submissions(count)),
        }
        match self.left.len() + self.skipped.len() {
            0 => Ok(()),
            left => {
                let plural = if left == 1 { "entry was" } else { "entries were" };
                Err(Error::new(Kind::Refused, format!("{left} {plural} not taken")))
            }
        }
    }
}

impl ArchiveEntry {
    /// Returns further notes, a few words each.
    pub fn notes(&self, class: &OpenClass) -> Vec<String> {
        let mut notes = Vec::new();
        if self.undecided {
            notes.push("undecided, waiting".to_owned());
        } else if self.accepted == Some(false) {
            notes.push("refused".to_owned());
        }
        if let Some(deadline) = &self.deadline {
            match late_days(&class.plan, deadline, self.received.0) {
                Some(0) => {}
                Some(days) => notes.push(format!("uses {days} of {} late days", deadline.late_days)),
                None => notes.push("too late".to_owned()),
            }
        }
        if self.marked_late {
            notes.push("Canvas marked it as late".to_owned());
        }
        if !self.also_from.is_empty() {
            notes.push(format!("same files from {}", self.also_from.join(", ")));
        }
        if self.has_text {
            notes.push("includes a text, which is kept".to_owned());
        }
        notes
    }
}
