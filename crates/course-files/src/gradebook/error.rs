//! Errors of reading a file, finding a column, and writing grades.

use plaintext::{CsvError, NotText};
use thiserror::Error;

use crate::gradebook::LONGEST;
use crate::gradebook::brief::brief;

/// A file that cannot be read as unambiguous CSV.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SheetError {
    /// The file is too long.
    #[error("it has more than {} MiB", LONGEST >> 20)]
    TooLong,
    /// The file is not text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// The file is not CSV.
    #[error(transparent)]
    Csv(#[from] CsvError),
    /// The file contains a NUL byte.
    #[error("line {line}, column {column}: a NUL byte")]
    Nul {
        /// The line, from 1.
        line: usize,
        /// The byte's position in the line, from 1.
        column: usize,
    },
    /// The file is empty.
    #[error("it is empty")]
    Empty,
}

/// A column that is missing or not unique.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ColumnError {
    /// No column has this heading.
    #[error("no column is named \"{}\"", brief(.name))]
    Missing {
        /// The requested name.
        name: String,
    },
    /// Several columns have this heading.
    #[error("columns {first} and {second} are both named \"{}\"", brief(.name))]
    Twice {
        /// The requested name.
        name: String,
        /// The number of one such column, from 1.
        first: usize,
        /// The number of another such column.
        second: usize,
    },
}

/// Grades that cannot be written to a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TransferError {
    /// Two entries have the same key.
    #[error("\"{}\" and \"{}\" are both matched by \"{}\"", brief(.one), brief(.other), brief(.key))]
    SameKey {
        /// The first entry.
        one: String,
        /// The other entry.
        other: String,
        /// Their key.
        key: String,
    },
    /// Two rows have the key of an entry.
    #[error("lines {first} and {second} are both \"{}\", which is the key of \"{}\"", brief(.key), brief(.who))]
    TwoRows {
        /// The entry.
        who: String,
        /// Its key.
        key: String,
        /// The line of the first row, from 1.
        first: usize,
        /// The line of the second row.
        second: usize,
    },
    /// A row has more or fewer cells than there are headings.
    #[error("line {line} has {cells} cells, but there are {headings} headings")]
    Ragged {
        /// The line, from 1.
        line: usize,
        /// Number of cells.
        cells: usize,
        /// Number of headings.
        headings: usize,
    },
    /// Numbers use two different decimal marks.
    #[error("line {point} has a number with a decimal point, and line {comma} one with a decimal comma")]
    MixedMarks {
        /// A line with a point, from 1.
        point: usize,
        /// A line with a comma.
        comma: usize,
    },
    /// The column identifies students, or describes submissions.
    #[error("the column \"{}\" is not for grades", brief(.heading))]
    NotGrades {
        /// The heading.
        heading: String,
    },
    /// The column identifies students, or has grades.
    #[error("the column \"{}\" is not for comments", brief(.heading))]
    NotComments {
        /// The heading.
        heading: String,
    },
    /// A new column in a file of a system other than Canvas.
    #[error("only Canvas creates an assignment from a new column, but this is {kind}")]
    NewElsewhere {
        /// The kind of file, in words.
        kind: &'static str,
    },
    /// A new column with the name of an existing one.
    #[error("a column named \"{}\" already exists", brief(.title))]
    NewExists {
        /// The name.
        title: String,
    },
}
