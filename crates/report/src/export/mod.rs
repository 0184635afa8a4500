//! The files under `site/data/`, for programs and spreadsheets.

mod actions;
mod crosstable;
mod gradebook;
mod matches;
mod pieces;
mod results;
mod standings;

use std::io;

pub(crate) use actions::Actions;
pub(crate) use crosstable::{crosstable_file, write_crosstable};
pub(crate) use gradebook::{GradeLine, gradebook};
pub(crate) use matches::MatchesFile;
pub(crate) use results::{ResultLine, ResultsFile};
pub(crate) use standings::standings;

/// The model as JSON.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn report(report: &crate::model::Report, out: &mut impl io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    out.write_all(b"\n")
}

/// A CSV file as spreadsheets expect it.
pub(crate) fn csv_writer<W: io::Write>(out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out)
}

/// A CSV error as one of input and output, which it is: records are always of equal length.
fn io_error(error: csv::Error) -> io::Error {
    io::Error::other(error)
}
