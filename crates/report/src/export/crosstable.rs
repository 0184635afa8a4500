//! `crosstable-N.csv`: who did how against whom in a stage, for any number of entrants.

use std::io;

use super::{csv_writer, io_error};
use crate::cell;
use crate::model::{EntrantIndex, Report, Score};

/// The file's name in `data/`, for the stage of a number from 1.
pub(crate) fn crosstable_file(stage: usize) -> String {
    format!("crosstable-{stage}.csv")
}

/// Games won, drawn and lost of every entrant against every other one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matrix {
    /// In the order of rows and columns.
    order: Vec<EntrantIndex>,
    /// Where an entrant is in the order.
    places: Vec<Option<usize>>,
    /// `cells[row * n + column]`: games, and halves won by the row.
    cells: Vec<(u32, u32)>,
}

impl Matrix {
    /// Without games, in the order of a table.
    pub(crate) fn new(order: Vec<EntrantIndex>) -> Matrix {
        let size = order.iter().max().map_or(0, |last| last + 1);
        let mut places = vec![None; size];
        for (place, &entrant) in order.iter().enumerate() {
            places[entrant] = Some(place);
        }
        let cells = vec![(0, 0); order.len() * order.len()];
        Matrix { order, places, cells }
    }

    /// Adds a game from the point of view of the first of two.
    pub(crate) fn add(&mut self, of: EntrantIndex, against: EntrantIndex, score: Score) {
        let place = |entrant: EntrantIndex| self.places.get(entrant).copied().flatten();
        let (Some(row), Some(column)) = (place(of), place(against)) else { return };
        let cell = &mut self.cells[row * self.order.len() + column];
        cell.0 += 1;
        cell.1 += score.halves();
    }

    /// Writes the file: a cell holds the games won by the row, draws counting half; empty where the two did not
    /// meet.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write(&self, report: &Report, out: impl io::Write) -> io::Result<()> {
        let mut csv = csv_writer(out);
        let name = |&entrant: &EntrantIndex| {
            report.entrants.get(entrant).map_or_else(String::new, |entrant| cell::text(&entrant.name))
        };
        let head = std::iter::once("entrant".to_owned()).chain(self.order.iter().map(name));
        csv.write_record(head).map_err(io_error)?;
        for (row, cells) in self.order.iter().zip(self.cells.chunks(self.order.len().max(1))) {
            csv.write_field(name(row)).map_err(io_error)?;
            for &(games, halves) in cells {
                let half = if halves % 2 == 1 { ".5" } else { "" };
                let text = if games == 0 { String::new() } else { format!("{}{half}", halves / 2) };
                csv.write_field(text).map_err(io_error)?;
            }
            csv.write_record(None::<&[u8]>).map_err(io_error)?;
        }
        csv.flush()
    }
}
