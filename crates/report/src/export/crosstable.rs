//! `crosstable-N.csv`: results of each pair of entrants in a stage, for any number of entrants.

use std::io;

use tournament::{Encounter, EntrantId, Stage, crosstable_rows};

use super::{csv_writer, io_error};
use crate::cell;
use crate::model::Report;

/// Rows that are in memory at one time: of a thousand entrants all would be a million cells.
const ROWS: usize = 128;

/// The file's name in `data/`, for the stage of a number from 1.
pub(crate) fn crosstable_file(stage: usize) -> String {
    format!("crosstable-{stage}.csv")
}

/// Writes the file, in the order of the table: a cell holds the games won by the row, draws counting half; it
/// is empty where the two did not meet.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn write_crosstable(report: &Report, stage: &Stage, out: impl io::Write) -> io::Result<()> {
    let order: Vec<EntrantId> = stage.standings().rows.iter().map(|row| row.entrant).collect();
    let mut csv = csv_writer(out);
    let name = |entrant: &EntrantId| {
        report.entrants.get(entrant.index()).map_or_else(String::new, |entrant| cell::text(&entrant.name))
    };
    let head = std::iter::once("entrant".to_owned()).chain(order.iter().map(name));
    csv.write_record(head).map_err(io_error)?;
    let past = stage.past().before_play_off();
    for first in (0..order.len()).step_by(ROWS) {
        let rows = first..order.len().min(first + ROWS);
        for (row, cells) in order[first..].iter().zip(crosstable_rows([&*past], &order, rows)) {
            csv.write_field(name(row)).map_err(io_error)?;
            for encounter in cells {
                csv.write_field(encounter.map_or_else(String::new, points)).map_err(io_error)?;
            }
            csv.write_record(None::<&[u8]>).map_err(io_error)?;
        }
    }
    csv.flush()
}

/// Games won, draws counting half.
fn points(encounter: Encounter) -> String {
    let half = if encounter.draws % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", encounter.wins + encounter.draws / 2)
}
