//! `crosstable-N.csv`: results of each pair of entrants in a stage, for any number of entrants.

use std::io;

use tournament::{EntrantId, Stage, crosstable};

use super::{csv_writer, io_error};
use crate::cell;
use crate::model::Report;

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
    for (row, cells) in order.iter().zip(crosstable([&*stage.past().before_play_off()], &order)) {
        csv.write_field(name(row)).map_err(io_error)?;
        for encounter in cells {
            let text = encounter.map_or_else(String::new, |encounter| {
                let half = if encounter.draws % 2 == 1 { ".5" } else { "" };
                format!("{}{half}", encounter.wins + encounter.draws / 2)
            });
            csv.write_field(text).map_err(io_error)?;
        }
        csv.write_record(None::<&[u8]>).map_err(io_error)?;
    }
    csv.flush()
}
