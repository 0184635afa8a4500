//! Writing comments into the rows of students.

use std::collections::BTreeMap;

use crate::gradebook::error::TransferError;
use crate::gradebook::key::key;
use crate::gradebook::sheet::{Column, Sheet};
use crate::gradebook::transfer::{Edit, Other, quoted, write};

/// A comment for a student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The student's name in messages.
    pub who: String,
    /// The text.
    pub text: String,
}

/// The changes to a file.
#[derive(Clone, Debug)]
pub struct Comments {
    /// The rows of students with comments, in the order of the file.
    pub rows: Vec<CommentedRow>,
    /// The rows of other students.
    pub others: Vec<Other>,
    edits: Vec<Edit>,
}

/// The row of a student with a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentedRow {
    /// The row's first line, from 1.
    pub line: usize,
    /// The student's name in messages.
    pub who: String,
    /// The change of the cell.
    pub change: CommentChange,
}

/// The change of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentChange {
    /// The comment is written.
    Written,
    /// The cell already contains the comment.
    Same,
    /// The cell is unchanged, because it contains another author's text.
    Left,
}

/// Computes the cells of a column that get comments, matching rows by another column. Writes nothing yet. A cell with
/// text is left unchanged unless the text starts with `own`, as all earlier comments do.
///
/// # Errors
/// If the column identifies the students, two rows match the same student, or a matching row has too few or too many
/// cells.
pub fn comment(
    sheet: &Sheet<'_>,
    column: Column,
    matched: Column,
    comments: &BTreeMap<String, Comment>,
    own: &str,
) -> Result<Comments, TransferError> {
    let heading = sheet.heading(column);
    if column == matched || sheet.kind().has_no_comments(heading) {
        return Err(TransferError::NotComments { heading: heading.to_owned() });
    }
    let (mut rows, mut others, mut edits) = (Vec::new(), Vec::new(), Vec::new());
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for row in sheet.students() {
        let key = key(&row.text(matched));
        let Some(Comment { who, text }) = comments.get(&key) else {
            others.push(Other { line: row.line, key });
            continue;
        };
        sheet.refuse_ragged(&row)?;
        if let Some(first) = lines.insert(key.clone(), row.line) {
            return Err(TransferError::TwoRows { who: who.clone(), key, first, second: row.line });
        }
        let old = row.text(column);
        let change = match old.trim() {
            old if old == text.trim() => CommentChange::Same,
            old if old.is_empty() || old.starts_with(own) => CommentChange::Written,
            _ => CommentChange::Left,
        };
        if change == CommentChange::Written {
            let cell = &row.cells[column.0];
            let text = quoted(text, sheet.separator(), cell.is_quoted());
            edits.push(Edit { place: cell.span(), text });
        }
        rows.push(CommentedRow { line: row.line, who: who.clone(), change });
    }
    Ok(Comments { rows, others, edits })
}

impl Comments {
    /// Returns the file with the changed cells.
    pub fn write(&self, sheet: &Sheet<'_>) -> Vec<u8> {
        write(sheet, &self.edits)
    }
}
