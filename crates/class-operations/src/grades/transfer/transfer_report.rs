//! Changes to a course system's file, as JSON.

use std::path::Path;

use course_files::gradebook::{Caution, Change, Matched};
use game::visible_name;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::GradeTransfer;

/// The changes to a course system's file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TransferReport<'a> {
    /// The path of the file.
    file: String,
    /// The course system that exported the file.
    kind: &'static str,
    /// The cell separator, in a word.
    separator: &'static str,
    /// The decimal mark: point or comma.
    decimal_mark: &'static str,
    /// The column to fill with grades.
    column: &'a str,
    /// The columns that identify the rows.
    matched_by: Vec<&'a str>,
    /// The rows of entrants, in the order of the file.
    rows: Vec<GradeRow<'a>>,
    /// The entrants without a row.
    entrants_without_row: Vec<EntrantWithoutRow<'a>>,
    /// The rows without an entrant.
    rows_without_entrant: Vec<RowWithoutEntrant<'a>>,
    /// Notes for importing the file.
    notes: Vec<String>,
    /// The path of the file with the grades; null if nothing was written.
    written: Option<String>,
}

impl Shape for TransferReport<'_> {
    const NAME: &'static str = "grades-into-file";
    const VERSION: u32 = 1;
}

impl GradeTransfer<'_> {
    /// Returns the changes as JSON. `written` is the path of the file with the grades, if it was written.
    pub fn report(&self, file: &Path, written: Option<&Path>) -> TransferReport<'_> {
        let GradeTransfer { sheet, order, transfer, column } = self;
        TransferReport {
            file: file.display().to_string(),
            kind: sheet.kind().id(),
            separator: sheet.separator().name(),
            decimal_mark: transfer.mark.name(),
            column,
            matched_by: order.matched.iter().map(|&column| sheet.heading(column)).collect(),
            rows: transfer.rows.iter().map(GradeRow::from).collect(),
            entrants_without_row: transfer
                .unmatched
                .iter()
                .map(|left| EntrantWithoutRow { entrant: &left.who, key: &left.key })
                .collect(),
            rows_without_entrant: transfer
                .others
                .iter()
                .map(|other| RowWithoutEntrant { line: other.line, key: &other.key })
                .collect(),
            notes: transfer.remarks.clone(),
            written: written.map(|file| file.display().to_string()),
        }
    }
}

/// The row of an entrant.
#[derive(Debug, Serialize, JsonSchema)]
struct GradeRow<'a> {
    /// The row's first line, from 1.
    line: usize,
    /// The entrant.
    entrant: &'a str,
    /// The key that the row and the entrant share.
    key: &'a str,
    /// The cell's text in the file.
    old: &'a str,
    /// The cell's new text; null if the cell is unchanged.
    new: Option<&'a str>,
    /// The reason why the cell is unchanged; null if it is written.
    left: Option<&'static str>,
    /// The reasons why the import will silently skip the new text; empty if it will not.
    will_be_skipped: Vec<String>,
}

/// An entrant without a row.
#[derive(Debug, Serialize, JsonSchema)]
struct EntrantWithoutRow<'a> {
    /// The entrant.
    entrant: &'a str,
    /// The key that no row has; empty if it is not known.
    key: &'a str,
}

/// A student's row without an entrant.
#[derive(Debug, Serialize, JsonSchema)]
struct RowWithoutEntrant<'a> {
    /// The row's first line, from 1.
    line: usize,
    /// The row's key.
    key: &'a str,
}

impl<'a> From<&'a Matched> for GradeRow<'a> {
    fn from(row: &'a Matched) -> GradeRow<'a> {
        let (new, left, skipped) = match &row.change {
            Change::Written(new) => {
                (Some(new.as_str()), None, row.cautions.iter().map(caution_words).collect())
            }
            Change::Left(why) => (None, Some(why.words()), Vec::new()),
        };
        let Matched { line, who, key, old, .. } = row;
        GradeRow { line: *line, entrant: who, key, old, new, left, will_be_skipped: skipped }
    }
}

/// Returns the new text of an entrant's cell, and a remark on why the cell is unchanged or will be skipped.
pub fn cell_words(row: &Matched) -> (&str, String) {
    match &row.change {
        Change::Written(new) if row.cautions.is_empty() => (new, String::new()),
        Change::Written(new) => (new, format!("will be skipped: {}", cautions_words(row))),
        Change::Left(why) => (row.old.trim(), why.words().to_owned()),
    }
}

/// Returns the reasons why a course system will skip a grade, in words.
pub fn cautions_words(row: &Matched) -> String {
    row.cautions.iter().map(caution_words).collect::<Vec<_>>().join(", ")
}

/// Returns the reason why a grade will be skipped, in words.
fn caution_words(caution: &Caution) -> String {
    match caution {
        Caution::Locked => "the grade is locked".to_owned(),
        Caution::AboveMaximum(maximum) => format!("above the maximum of {}", visible_name(maximum)),
        Caution::NoMaximum(text) => format!("the maximum \"{}\" is not a number", visible_name(text)),
        Caution::Negative => "below zero".to_owned(),
    }
}
