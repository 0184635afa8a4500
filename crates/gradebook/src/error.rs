//! Why a file cannot be read, a column is not found, or grades do not go into it.

use plaintext::{CsvError, NotText};
use thiserror::Error;

use crate::LONGEST;
use crate::brief::brief;

/// A file that cannot be read as CSV without doubt.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SheetError {
    /// It is too long.
    #[error("it has more than {} MiB", LONGEST >> 20)]
    TooLong,
    /// It is no text.
    #[error(transparent)]
    NotText(#[from] NotText),
    /// It is not CSV.
    #[error(transparent)]
    Csv(#[from] CsvError),
    /// It has a NUL byte.
    #[error("line {line}, column {column}: a NUL byte")]
    Nul {
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
    },
    /// There is nothing in it.
    #[error("it is empty")]
    Empty,
}

/// A column that is not there, or not once.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ColumnError {
    /// No column has this heading.
    #[error("no column is named \"{}\"", brief(.name))]
    Missing {
        /// The name that was asked for.
        name: String,
    },
    /// Several columns have this heading.
    #[error("columns {first} and {second} are both named \"{}\"", brief(.name))]
    Twice {
        /// The name that was asked for.
        name: String,
        /// The number of one, from 1.
        first: usize,
        /// The number of another.
        second: usize,
    },
}

/// Grades that do not go into a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TransferError {
    /// Two entries have the same key.
    #[error("\"{}\" and \"{}\" are both matched by \"{}\"", brief(.one), brief(.other), brief(.key))]
    SameKey {
        /// An entry.
        one: String,
        /// Another.
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
        /// The line of one row, from 1.
        first: usize,
        /// The line of another.
        second: usize,
    },
    /// A row has more or fewer cells than there are headings.
    #[error("line {line} has {cells} cells, but there are {headings} headings")]
    Ragged {
        /// The line, from 1.
        line: usize,
        /// Its cells.
        cells: usize,
        /// The headings.
        headings: usize,
    },
    /// Numbers are written in two ways.
    #[error("line {point} has a number with a decimal point, and line {comma} one with a decimal comma")]
    MixedMarks {
        /// A line with a point, from 1.
        point: usize,
        /// A line with a comma.
        comma: usize,
    },
    /// The column says who a student is, or what is known of a submission.
    #[error("the column \"{}\" has no grades", brief(.heading))]
    NotGrades {
        /// Its heading.
        heading: String,
    },
    /// The column says who a student is, or has grades.
    #[error("the column \"{}\" has no comments", brief(.heading))]
    NotComments {
        /// Its heading.
        heading: String,
    },
    /// A new column in a file of another system than Canvas.
    #[error("a new column makes an assignment in Canvas alone, and this is {kind}")]
    NewElsewhere {
        /// What the file is.
        kind: &'static str,
    },
    /// A new column of a name that a column has.
    #[error("there is a column named \"{}\" already", brief(.title))]
    NewExists {
        /// The name.
        title: String,
    },
}
