//! `matches.csv`: one line a match.

use std::io;

use game::Seat;

use super::results::ResultLine;
use super::{csv_writer, io_error};
use crate::cell;

/// Lines of the file, while they are written.
pub(crate) struct MatchesFile<W: io::Write> {
    csv: csv::Writer<W>,
}

impl MatchesFile<Vec<u8>> {
    /// The head of the file; a seat has a column for each metric.
    ///
    /// # Errors
    /// None in memory; the writer's interface has them.
    pub(crate) fn head(metrics: &[&str]) -> io::Result<Vec<u8>> {
        let mut csv = csv_writer(Vec::new());
        let fixed = ["match", "stage", "round", "first", "second", "outcome", "reason", "counts", "plies"];
        let mut head: Vec<String> = fixed.map(str::to_owned).to_vec();
        for seat in ["first", "second"] {
            head.extend(metrics.iter().map(|metric| format!("{metric}_{seat}")));
        }
        for seat in ["first", "second"] {
            head.extend([format!("ticks_{seat}"), format!("memory_{seat}")]);
        }
        csv.write_record(head).map_err(io_error)?;
        csv.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

impl<W: io::Write> MatchesFile<W> {
    /// Lines without a head.
    pub(crate) fn new(out: W) -> MatchesFile<W> {
        MatchesFile { csv: csv_writer(out) }
    }

    /// Adds a match.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn push(&mut self, line: &ResultLine<'_>) -> io::Result<()> {
        let csv = &mut self.csv;
        let mut field = |text: &str| csv.write_field(text).map_err(io_error);
        field(line.key)?;
        field(&cell::text(line.stage))?;
        field(&line.round.to_string())?;
        for name in line.entrants {
            field(&cell::text(name))?;
        }
        field(line.outcome)?;
        field(&cell::text(line.reason))?;
        field(if line.counts { "yes" } else { "no" })?;
        field(&line.plies.to_string())?;
        for seat in Seat::BOTH {
            for value in line.metrics[seat.index()] {
                field(&value.to_string())?;
            }
        }
        for seat in Seat::BOTH {
            field(&line.spent[seat.index()].to_string())?;
            field(&line.memory[seat.index()].to_string())?;
        }
        csv.write_record(None::<&[u8]>).map_err(io_error)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn finish(self) -> io::Result<W> {
        self.csv.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
