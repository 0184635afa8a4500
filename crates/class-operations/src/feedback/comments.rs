//! Feedback for students, as comments in a course system's file.

use std::collections::BTreeMap;

use class_model::Facts;
use course_files::gradebook::{Comment, CommentChange, Comments, CourseSystem, Sheet, key};
use explain::Error;

use super::{BEGIN, StudentFeedback};
use crate::grades::{In, find_rows};
use crate::named_file::NamedFile;

/// The target column of comments.
#[derive(Clone, Copy, Debug)]
pub struct FeedbackColumn<'a> {
    /// The heading of the column to write to.
    pub column: &'a str,
    /// The heading of the column that identifies students; `None` to find it by a known heading.
    pub matched: Option<&'a str>,
}

/// Comments in a course system's file.
pub struct FeedbackInto<'a> {
    /// The original file.
    sheet: Sheet<'a>,
    /// The cells that change, and those that do not.
    pub comments: Comments,
    /// The ids of students who are not in the file.
    pub absent: Vec<String>,
}

/// Finds the rows of students in a file and writes their feedback there. A cell with another author's text is left
/// unchanged.
///
/// # Errors
/// If the file is not CSV, has no such column, or no row matches a student, or the course system does not import
/// comments from it.
pub fn comment_on<'a>(
    facts: &Facts,
    file: &'a NamedFile,
    to: FeedbackColumn<'_>,
    told: &[StudentFeedback],
) -> Result<FeedbackInto<'a>, Error> {
    let problem = In(&file.name);
    let sheet = Sheet::read(&file.bytes).map_err(|error| problem.unread(&error))?;
    if sheet.kind() == CourseSystem::Canvas {
        return Err(problem
            .says("Canvas cannot import comments from a file")
            .hint("--texts DIR writes one text for each student instead"));
    }
    let column = sheet.column(to.column).map_err(|error| {
        problem
            .no_column(&sheet, &error)
            .hint("if the course system is not in English, name the column with --column")
    })?;
    let rows = find_rows(problem, facts, &sheet, to.matched)?;
    let (mut comments, mut absent): (BTreeMap<String, Comment>, Vec<String>) = Default::default();
    for one in told {
        match rows.keys.get(&one.id) {
            Some(found) => {
                let who = format!("student {}", one.id);
                comments.insert(key(found), Comment { who, text: one.html() });
            }
            None => absent.push(one.id.clone()),
        }
    }
    let made = course_files::gradebook::comment(&sheet, column, rows.column, &comments, BEGIN);
    let comments = made.map_err(|error| problem.refused(&error))?;
    Ok(FeedbackInto { sheet, comments, absent })
}

impl FeedbackInto<'_> {
    /// Returns the file with the comments.
    pub fn bytes(&self) -> Vec<u8> {
        self.comments.write(&self.sheet)
    }

    /// Returns the number of cells with this kind of change.
    pub fn count(&self, change: CommentChange) -> usize {
        self.comments.rows.iter().filter(|row| row.change == change).count()
    }

    /// Returns the lines of cells with another author's text.
    pub fn left(&self) -> Vec<usize> {
        let left = self.comments.rows.iter().filter(|row| row.change == CommentChange::Left);
        left.map(|row| row.line).collect()
    }
}
