//! `crosstable-N.csv`: results of each pair of entrants in a stage, for any number of entrants.

use std::io;

use tournament::{Encounter, EntrantId, Stage, Standings, crosstable_rows};

use super::pieces::CsvLines;
use crate::model::Report;

/// Maximum number of rows in memory at a time: for a thousand entrants, all rows would be a million cells.
const ROWS: usize = 128;

/// Returns the file's name in `data/`, for the stage of a number from 1.
pub(crate) fn crosstable_file(stage: usize) -> String {
    format!("crosstable-{stage}.csv")
}

/// Writes the file, in the order of the table. A cell holds the games won by the row, with draws counting half; it is
/// empty where the two did not meet.
///
/// # Errors
/// Fails if the file cannot be written.
pub(crate) fn write_crosstable(
    report: &Report,
    (stage, standings): (&Stage, &Standings),
    out: &mut impl io::Write,
) -> io::Result<()> {
    let order: Vec<EntrantId> = standings.rows.iter().map(|row| row.entrant).collect();
    let mut csv = CsvLines::of_file();
    let name = |entrant: &EntrantId| {
        report.entrants.get(entrant.index()).map_or("", |entrant| entrant.name.as_str())
    };
    csv.text("entrant");
    for entrant in &order {
        csv.text(name(entrant));
    }
    csv.end();
    let past = stage.past().before_play_off();
    for first in (0..order.len()).step_by(ROWS) {
        let rows = first..order.len().min(first + ROWS);
        for (row, cells) in order[first..].iter().zip(crosstable_rows([&*past], &order, rows)) {
            csv.text(name(row));
            for encounter in cells {
                match encounter {
                    Some(Encounter { wins, draws, .. }) => csv.half(2 * wins + draws),
                    None => csv.text(""),
                }
            }
            csv.end();
            out.write_all(&csv.out)?;
            csv.out.clear();
        }
    }
    out.write_all(&csv.out)
}
