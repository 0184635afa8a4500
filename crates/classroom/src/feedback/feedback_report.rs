//! What students are told, as JSON.

use gradebook::CommentChange;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{FeedbackInto, StudentFeedback};

/// What students are told.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FeedbackReport<'a> {
    /// Everybody in the class, in the order of joining.
    students: Vec<ToldStudent<'a>>,
    /// What becomes of a course system's file; null if there is none.
    file: Option<CommentedFile<'a>>,
}

impl Shape for FeedbackReport<'_> {
    const NAME: &'static str = "class-feedback";
    const VERSION: u32 = 1;
}

/// A student, and what is told.
#[derive(Debug, Serialize, JsonSchema)]
struct ToldStudent<'a> {
    /// The student's id.
    student: &'a str,
    /// The student's name.
    name: &'a str,
    /// The text, line by line.
    lines: &'a [String],
}

/// What becomes of a course system's file.
#[derive(Debug, Serialize, JsonSchema)]
struct CommentedFile<'a> {
    /// Whether the file was written.
    written: bool,
    /// How many cells have another comment.
    changed: usize,
    /// How many have the same already.
    unchanged: usize,
    /// The lines of cells that are left as they are, because somebody else has written there.
    left: Vec<usize>,
    /// The ids of students who are not in the file.
    absent: &'a [String],
    /// The lines of students who are not in the class.
    others: Vec<usize>,
}

impl<'a> FeedbackReport<'a> {
    /// What students are told, and what becomes of a file.
    pub fn of(told: &'a [StudentFeedback], into: Option<(&'a FeedbackInto<'_>, bool)>) -> FeedbackReport<'a> {
        FeedbackReport {
            students: told.iter().map(ToldStudent::from).collect(),
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

impl<'a> From<&'a StudentFeedback> for ToldStudent<'a> {
    fn from(StudentFeedback { id, name, lines }: &'a StudentFeedback) -> ToldStudent<'a> {
        ToldStudent { student: id, name, lines }
    }
}
