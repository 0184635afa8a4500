//! The figures of a chart as CSV.

use crate::cell;
use crate::export::csv_in_memory;
use crate::model::{EntrantIndex, Report};

/// A table of figures that is being filled.
pub(crate) struct Figures(csv::Writer<Vec<u8>>);

impl Figures {
    /// A table with these columns.
    pub(crate) fn new<const N: usize>(heads: [&str; N]) -> Figures {
        let mut figures = Figures(csv_in_memory());
        figures.row(heads.map(str::to_owned));
        figures
    }

    /// Adds a row: numbers, and texts made harmless.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        // Rows are as long as the head, and memory takes what is written.
        let _ = self.0.write_record(cells);
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        // Into memory: nothing can fail.
        self.0.into_inner().unwrap_or_default()
    }
}

/// An entrant's name as a cell.
pub(super) fn name(report: &Report, entrant: EntrantIndex) -> String {
    report.entrants.get(entrant).map_or_else(String::new, |entrant| cell::text(&entrant.name))
}
