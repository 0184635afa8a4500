//! Feedback for students, as JSON.

use course_files::gradebook::CommentChange;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{FeedbackInto, StudentFeedback};

/// Feedback for students.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FeedbackReport<'a> {
    /// All students of the class, in the order of joining.
    students: &'a [StudentFeedback],
    /// The changes to a course system's file; null if there is none.
    file: Option<CommentedFile<'a>>,
}

impl Shape for FeedbackReport<'_> {
    const NAME: &'static str = "class-feedback";
    const VERSION: u32 = 1;
}

/// The changes to a course system's file.
#[derive(Debug, Serialize, JsonSchema)]
struct CommentedFile<'a> {
    /// `true` if the file was written.
    written: bool,
    /// Number of cells whose comment changes.
    changed: usize,
    /// Number of cells that already have the same comment.
    unchanged: usize,
    /// The lines of cells left unchanged because they contain another author's text.
    left: Vec<usize>,
    /// The ids of students who are not in the file.
    absent: &'a [String],
    /// The lines of students who are not in the class.
    others: Vec<usize>,
}

impl<'a> FeedbackReport<'a> {
    /// Reports the feedback and the changes to a file.
    pub fn new(
        told: &'a [StudentFeedback],
        into: Option<(&'a FeedbackInto<'_>, bool)>,
    ) -> FeedbackReport<'a> {
        FeedbackReport {
            students: told,
            file: into.map(|(into, written)| CommentedFile {
                written,
                changed: into.count(CommentChange::Written),
                unchanged: into.count(CommentChange::Same),
                left: into.left(),
                absent: &into.absent,
                others: into.comments.others.iter().map(|other| other.line).collect(),
            }),
        }
    }
}
