//! The result of handing in an archive, as JSON.

use class_model::{Leftover, Moment};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{ArchiveEntry, ArchiveSummary, Refusals};
use crate::utc;

/// The result of handing in an archive of a course system.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ArchiveReport<'a> {
    /// New hand-ins. Every sender in the archive is in exactly one of `taken`, `known` and `left`; further senders of a
    /// team's hand-in are in `also_from`.
    taken: Vec<ArchiveEntryReport<'a>>,
    /// Hand-ins that the class already had.
    known: Vec<ArchiveEntryReport<'a>>,
    /// Senders from whom nothing is taken.
    left: Vec<LeftFiles<'a>>,
    /// Further files that are not taken.
    skipped: Vec<SkippedFile<'a>>,
    /// Everything in `left` and `skipped`, grouped by reason, the most frequent reason first.
    not_taken: Vec<Refusals>,
}

impl Shape for ArchiveReport<'_> {
    const NAME: &'static str = "class-submit-archive";
    const VERSION: u32 = 1;
}

/// A student's hand-in.
#[derive(Debug, Serialize, JsonSchema)]
struct ArchiveEntryReport<'a> {
    /// The student's id.
    student: &'a str,
    /// The team; null if the student hands in alone.
    team: Option<&'a str>,
    /// The name of the bot's file.
    file: &'a str,
    /// When it was received, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    received: Moment,
    /// Ids of other members of the team from whom the archive has the same hand-in.
    also_from: &'a [String],
    /// `true` if Canvas marked it as late. The class's own deadlines decide.
    marked_late: bool,
    /// `true` if a text or a link came with it, which is kept as part of the source and never read.
    has_text: bool,
    /// Number of the submission; null if nothing was handed in.
    submission: Option<u32>,
    /// `true` if it was accepted; null if nothing was handed in.
    accepted: Option<bool>,
    /// `true` if it has no verdict yet.
    undecided: bool,
    /// Reasons why it is refused or undecided; in a dry run, the reasons for refusal known so far.
    reasons: &'a [String],
}

/// A sender from whom nothing is taken.
#[derive(Debug, Serialize, JsonSchema)]
struct LeftFiles<'a> {
    /// The sender, as named in the archive.
    sender: String,
    /// The student's id; null if the sender is not in the roster. Students see the reason.
    student: Option<&'a str>,
    /// The names of the files that were found.
    files: &'a [String],
    /// Their paths in the archive.
    paths: &'a [String],
    /// The reason, in words.
    why: String,
}

/// A file that is not taken.
#[derive(Debug, Serialize, JsonSchema)]
struct SkippedFile<'a> {
    /// Its path in the archive.
    path: &'a str,
    /// The reason, in words.
    why: String,
}

impl ArchiveSummary {
    /// Returns the result as JSON.
    pub fn report(&self) -> ArchiveReport<'_> {
        let left = self.left.iter();
        let skipped = self.skipped.iter();
        ArchiveReport {
            taken: self.taken.iter().map(ArchiveEntryReport::from).collect(),
            known: self.known.iter().map(ArchiveEntryReport::from).collect(),
            left: left.map(LeftFiles::from).collect(),
            skipped: skipped
                .map(|skipped| SkippedFile { path: &skipped.path, why: skipped.why.to_string() })
                .collect(),
            not_taken: self.refusals(),
        }
    }
}

impl<'a> From<&'a Leftover> for LeftFiles<'a> {
    fn from(left: &'a Leftover) -> LeftFiles<'a> {
        LeftFiles {
            sender: left.sender.to_string(),
            student: left.student.as_deref(),
            files: &left.files,
            paths: &left.paths,
            why: left.why.to_string(),
        }
    }
}

impl<'a> From<&'a ArchiveEntry> for ArchiveEntryReport<'a> {
    fn from(entry: &'a ArchiveEntry) -> ArchiveEntryReport<'a> {
        ArchiveEntryReport {
            student: &entry.student,
            team: entry.team.as_deref(),
            file: &entry.file,
            received: entry.received,
            also_from: &entry.also_from,
            marked_late: entry.marked_late,
            has_text: entry.has_text,
            submission: entry.submission,
            accepted: entry
                .admission
                .as_ref()
                .map(|admission| matches!(admission, class_model::Admission::Accepted { .. })),
            undecided: entry.is_undecided(),
            reasons: &entry.reasons,
        }
    }
}
