//! The files under `site/data/`, for programs and spreadsheets.

mod actions;
mod crosstable;
mod gradebook;
mod matches;
mod pieces;
mod results;
mod standings;

use std::io;

use plaintext::BYTE_ORDER_MARK;

pub(crate) use actions::Actions;
pub(crate) use crosstable::{crosstable_file, write_crosstable};
pub(crate) use gradebook::{GradeLine, gradebook};
pub(crate) use matches::MatchesFile;
pub(crate) use results::{ResultLine, ResultsFile};
pub(crate) use standings::standings;

/// Writes the model as JSON.
///
/// # Errors
/// Fails if it cannot be written.
pub(crate) fn report(report: &crate::model::Report, out: &mut impl io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    out.write_all(b"\n")
}

/// Starts a CSV file as spreadsheets expect it: with a byte order mark, as they otherwise assume an encoding other than
/// UTF-8.
///
/// # Errors
/// Fails if the mark cannot be written.
pub fn csv_writer<W: io::Write>(mut out: W) -> io::Result<csv::Writer<W>> {
    out.write_all(BYTE_ORDER_MARK.as_bytes())?;
    Ok(csv_lines(out))
}

/// Returns a writer for the lines of a CSV file.
fn csv_lines<W: io::Write>(out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out)
}

/// Starts a CSV file in memory, where writing cannot fail.
pub fn csv_in_memory() -> csv::Writer<Vec<u8>> {
    csv_lines(BYTE_ORDER_MARK.as_bytes().to_vec())
}

/// Converts a CSV error into an I/O error. There are no others, as all records are of equal length.
fn io_error(error: csv::Error) -> io::Error {
    io::Error::other(error)
}
