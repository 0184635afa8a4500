//! Comments into the rows of students: which go where, and what is left as it is.

use std::collections::BTreeMap;

use crate::error::TransferError;
use crate::key::key;
use crate::sheet::{Column, Row, Sheet};
use crate::transfer::{Edit, Other, quoted, write};

/// What somebody is to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Who it is, for messages.
    pub who: String,
    /// The text.
    pub text: String,
}

/// What becomes of a file.
#[derive(Clone, Debug)]
pub struct Comments {
    /// The rows of those who are told something, in the order of the file.
    pub rows: Vec<CommentedRow>,
    /// The rows of other students.
    pub others: Vec<Other>,
    edits: Vec<Edit>,
}

/// The row of somebody who is told something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentedRow {
    /// The line in which it begins, from 1.
    pub line: usize,
    /// Who it is.
    pub who: String,
    /// What becomes of the cell.
    pub change: CommentChange,
}

/// What becomes of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentChange {
    /// It has the comment from now on.
    Written,
    /// It has the same already.
    Same,
    /// It is left as it is: somebody else has written there.
    Left,
}

/// Puts comments into the cells of a column, by what stands in another one. Nothing is written yet. A cell that is not
/// empty is left as it is, unless what it has begins with `own`, as every earlier comment does.
///
/// # Errors
/// When the column says who a student is, two rows are of the same student, or a row of one has too few or too many cells.
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
        refuse_ragged(sheet, &row)?;
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
    /// The file with the cells that change.
    pub fn write(&self, sheet: &Sheet<'_>) -> Vec<u8> {
        write(sheet, &self.edits)
    }
}

/// In a row of another length, nobody knows which cell is of which column.
fn refuse_ragged(sheet: &Sheet<'_>, row: &Row<'_>) -> Result<(), TransferError> {
    let (cells, headings) = (row.cells.len(), sheet.headings().len());
    if cells == headings {
        return Ok(());
    }
    Err(TransferError::Ragged { line: row.line, cells, headings })
}
