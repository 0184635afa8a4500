//! `private/gradebook.csv`: grades with what they were computed from. It is never part of the site.

use std::io;

use super::{csv_writer, io_error};
use crate::cell;

/// An entrant's grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GradeLine {
    /// The display name.
    pub(crate) entrant: String,
    /// The values of the formula's names, in the order of the columns, as decimal numbers.
    pub(crate) inputs: Vec<String>,
    /// The grade, or why the formula has no value.
    pub(crate) grade: Result<String, String>,
}

/// Writes the file; `inputs` are the names of the columns.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn gradebook(inputs: &[String], lines: &[GradeLine], out: impl io::Write) -> io::Result<()> {
    let mut csv = csv_writer(out);
    let head = std::iter::once("entrant").chain(inputs.iter().map(String::as_str)).chain(["grade", "note"]);
    csv.write_record(head).map_err(io_error)?;
    for line in lines {
        let (grade, note) = match &line.grade {
            Ok(grade) => (cell::number(grade), String::new()),
            Err(why) => (String::new(), cell::text(why)),
        };
        let entrant = cell::text(&line.entrant);
        let inputs = line.inputs.iter().map(|input| cell::number(input));
        csv.write_record(std::iter::once(entrant).chain(inputs).chain([grade, note])).map_err(io_error)?;
    }
    csv.flush()
}
