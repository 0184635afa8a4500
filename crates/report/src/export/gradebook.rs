//! `private/gradebook.csv`: grades with the numbers they were computed from. It is never part of the site.

use std::io;

use course_files::cell;
use results::Gradebook;

use super::io_error;

/// Writes the file.
///
/// # Errors
/// Fails if the file cannot be written.
pub(crate) fn gradebook(book: &Gradebook, out: impl io::Write) -> io::Result<()> {
    let mut csv = cell::csv_writer(out)?;
    let inputs = book.inputs.iter().map(String::as_str);
    csv.write_record(std::iter::once("entrant").chain(inputs).chain(["grade", "how", "note"]))
        .map_err(io_error)?;
    for line in &book.grades {
        let grade = line.grade.map_or_else(String::new, |grade| cell::number(&grade.to_string()));
        let how = cell::text(&line.how);
        let note = cell::text(&line.notes.join("; "));
        let entrant = cell::text(&line.entrant);
        let inputs = line.inputs.iter().map(|(_, input)| cell::number(input));
        csv.write_record(std::iter::once(entrant).chain(inputs).chain([grade, how, note]))
            .map_err(io_error)?;
    }
    csv.flush()
}
