//! `private/gradebook.csv`: grades with the numbers they were computed from. It is never part of the site.

use std::io;

use tournament::EntrantId;

use super::{csv_writer, io_error};
use crate::cell;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GradeLine {
    pub(crate) id: EntrantId,
    pub(crate) entrant: String,
    /// The final place, from 1; `None` for unranked entrants.
    pub(crate) place: Option<u32>,
    /// Number of ranked entrants.
    pub(crate) ranked: u32,
    /// The values of the formula's names as decimal numbers, in the order of the columns.
    pub(crate) inputs: Vec<String>,
    /// The grade; `None` if there is none.
    pub(crate) grade: Option<f64>,
    /// The formula with its values, step by step to the grade.
    pub(crate) how: String,
    /// The reason for a missing grade, and remarks that the numbers do not show.
    pub(crate) notes: Vec<String>,
}

/// Writes the file; `inputs` are the names of the columns.
///
/// # Errors
/// Fails if the file cannot be written.
pub(crate) fn gradebook(inputs: &[String], lines: &[GradeLine], out: impl io::Write) -> io::Result<()> {
    let mut csv = csv_writer(out)?;
    let head =
        std::iter::once("entrant").chain(inputs.iter().map(String::as_str)).chain(["grade", "how", "note"]);
    csv.write_record(head).map_err(io_error)?;
    for line in lines {
        let grade = line.grade.map_or_else(String::new, |grade| cell::number(&grade.to_string()));
        let how = cell::text(&line.how);
        let note = cell::text(&line.notes.join("; "));
        let entrant = cell::text(&line.entrant);
        let inputs = line.inputs.iter().map(|input| cell::number(input));
        csv.write_record(std::iter::once(entrant).chain(inputs).chain([grade, how, note]))
            .map_err(io_error)?;
    }
    csv.flush()
}
