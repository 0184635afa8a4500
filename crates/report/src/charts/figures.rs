//! The figures of a chart as CSV.

use course_files::cell;
use course_files::cell::csv_in_memory;

use crate::model::{EntrantIndex, Report};

/// A table of figures that is being filled.
pub(crate) struct Figures(csv::Writer<Vec<u8>>);

impl Figures {
    /// Starts a table with these columns.
    pub(crate) fn new<const N: usize>(heads: [&str; N]) -> Figures {
        let mut figures = Figures(csv_in_memory());
        figures.row(heads.map(str::to_owned));
        figures
    }

    /// Appends a row of numbers and of escaped texts.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        // Rows are as long as the head, and writing to memory cannot fail.
        let _ = self.0.write_record(cells);
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        // Writing to memory cannot fail.
        self.0.into_inner().unwrap_or_default()
    }
}

/// Returns an entrant's name as a cell.
pub(super) fn name(report: &Report, entrant: EntrantIndex) -> String {
    report.entrants.get(entrant).map_or_else(String::new, |entrant| cell::text(&entrant.name))
}
