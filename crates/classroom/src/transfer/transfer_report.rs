//! What becomes of a course system's file, as JSON.

use std::path::Path;

use game::visible_name;
use gradebook::{Caution, Change, Matched};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::GradeTransfer;

/// What becomes of a course system's file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TransferReport<'a> {
    /// The path of the file.
    file: String,
    /// Which course system it is of.
    kind: &'static str,
    /// What separates its cells, in a word.
    separator: &'static str,
    /// The decimal mark: point or comma.
    decimal_mark: &'static str,
    /// The column that gets the grades.
    column: &'a str,
    /// The columns that say whose row is whose.
    matched_by: Vec<&'a str>,
    /// The rows of entrants, in the order of the file.
    rows: Vec<GradeRow<'a>>,
    /// The entrants of whom no row is.
    entrants_without_row: Vec<EntrantWithoutRow<'a>>,
    /// The rows of which no entrant is.
    rows_without_entrant: Vec<RowWithoutEntrant<'a>>,
    /// What whoever imports the file has to know.
    notes: Vec<String>,
    /// The path of the file with the grades. Null if nothing was written.
    written: Option<String>,
}

impl Shape for TransferReport<'_> {
    const NAME: &'static str = "grades-into-file";
    const VERSION: u32 = 1;
}

impl<'a> TransferReport<'a> {
    pub(super) fn of(made: &'a GradeTransfer<'_>, file: &Path, written: Option<&Path>) -> TransferReport<'a> {
        let GradeTransfer { sheet, order, transfer, column } = made;
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
            notes: transfer.remarks.iter().map(ToString::to_string).collect(),
            written: written.map(|file| file.display().to_string()),
        }
    }
}

/// The row of an entrant.
#[derive(Debug, Serialize, JsonSchema)]
struct GradeRow<'a> {
    /// The line in which it begins, from 1.
    line: usize,
    /// The entrant.
    entrant: &'a str,
    /// What the row and the entrant have in common.
    key: &'a str,
    /// What the cell says in the file.
    old: &'a str,
    /// What the cell says from now on. Null if it is left as it is.
    new: Option<&'a str>,
    /// Why the cell is left as it is. Null if it is written.
    left: Option<&'static str>,
    /// Why the import will silently skip what is written; empty if it will not.
    will_be_skipped: Vec<String>,
}

/// An entrant of whom no row is.
#[derive(Debug, Serialize, JsonSchema)]
struct EntrantWithoutRow<'a> {
    /// The entrant.
    entrant: &'a str,
    /// What no row has; empty if it is not known.
    key: &'a str,
}

/// A student's row of which no entrant is.
#[derive(Debug, Serialize, JsonSchema)]
struct RowWithoutEntrant<'a> {
    /// The line in which it begins, from 1.
    line: usize,
    /// What could have matched.
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

/// What the cell of an entrant says from now on, and what is to be said of it: why it is left as it is, or will be skipped.
pub fn cell_words(row: &Matched) -> (&str, String) {
    match &row.change {
        Change::Written(new) if row.cautions.is_empty() => (new, String::new()),
        Change::Written(new) => (new, format!("will be skipped: {}", cautions_words(row))),
        Change::Left(why) => (row.old.trim(), why.words().to_owned()),
    }
}

/// Why a course system will skip a grade, in words.
pub fn cautions_words(row: &Matched) -> String {
    row.cautions.iter().map(caution_words).collect::<Vec<_>>().join(", ")
}

/// Why a grade will be skipped, in words.
fn caution_words(caution: &Caution) -> String {
    match caution {
        Caution::Locked => "the grade is locked".to_owned(),
        Caution::AboveMaximum(maximum) => format!("above the maximum of {}", visible_name(maximum)),
        Caution::NoMaximum(text) => format!("the maximum \"{}\" is not a number", visible_name(text)),
        Caution::Negative => "below zero".to_owned(),
    }
}
