//! What `muster report --into … --json` prints.

use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

/// What becomes of a course system's file.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TransferReport<'a> {
    /// The path of the file.
    pub(super) file: String,
    /// Which course system it is of.
    pub(super) kind: &'static str,
    /// What separates its cells, in a word.
    pub(super) separator: &'static str,
    /// What stands before the decimals: point or comma.
    pub(super) decimal_mark: &'static str,
    /// The column that gets the grades.
    pub(super) column: &'a str,
    /// The columns that say whose row is whose.
    pub(super) matched_by: Vec<&'a str>,
    /// The rows of entrants, in the order of the file.
    pub(super) rows: Vec<GradeRow<'a>>,
    /// The entrants of whom no row is.
    pub(super) entrants_without_row: Vec<EntrantWithoutRow<'a>>,
    /// The rows of which no entrant is.
    pub(super) rows_without_entrant: Vec<RowWithoutEntrant<'a>>,
    /// What whoever imports the file has to know.
    pub(super) notes: Vec<String>,
    /// The path of the file with the grades. Null if nothing was written.
    pub(super) written: Option<String>,
}

impl Shape for TransferReport<'_> {
    const NAME: &'static str = "grades-into-file";
    const VERSION: u32 = 1;
}

/// The row of an entrant.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct GradeRow<'a> {
    /// The line in which it begins, from 1.
    pub(super) line: usize,
    /// The entrant.
    pub(super) entrant: &'a str,
    /// What the row and the entrant have in common.
    pub(super) key: &'a str,
    /// What the cell says in the file.
    pub(super) old: &'a str,
    /// What the cell says from now on. Null if it is left as it is.
    pub(super) new: Option<&'a str>,
    /// Why the cell is left as it is. Null if it is written.
    pub(super) left: Option<&'static str>,
    /// Why the import will silently skip what is written; empty if it will not.
    pub(super) will_be_skipped: Vec<String>,
}

/// An entrant of whom no row is.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct EntrantWithoutRow<'a> {
    /// The entrant.
    pub(super) entrant: &'a str,
    /// What no row has; empty if it is not known.
    pub(super) key: &'a str,
}

/// A student's row of which no entrant is.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RowWithoutEntrant<'a> {
    /// The line in which it begins, from 1.
    pub(super) line: usize,
    /// What could have matched.
    pub(super) key: &'a str,
}
