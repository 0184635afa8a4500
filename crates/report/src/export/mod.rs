//! The files under `site/data/`, for programs and spreadsheets.

mod actions;
mod crosstable;
mod gradebook;
mod matches;
mod pieces;
mod results;
mod standings;

use std::io;

pub(crate) use self::gradebook::gradebook;
pub(crate) use actions::Actions;
pub(crate) use crosstable::{crosstable_file, write_crosstable};
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

/// Converts a CSV error into an I/O error. There are no others, as all records are of equal length.
fn io_error(error: csv::Error) -> io::Error {
    io::Error::other(error)
}
