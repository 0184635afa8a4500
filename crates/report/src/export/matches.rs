//! `matches.csv`: one line a match.

use std::fmt::{Display, Write as _};
use std::io;

use game::Seat;

use super::results::ResultLine;
use super::{csv_writer, io_error};
use crate::cell;

/// Lines of the file, while they are written.
pub(crate) struct MatchesFile<W: io::Write> {
    csv: csv::Writer<W>,
    /// For numbers as text.
    digits: String,
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
        MatchesFile { csv: csv_writer(out), digits: String::new() }
    }

    /// Adds a match.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn push(&mut self, line: &ResultLine<'_>) -> io::Result<()> {
        self.text(line.key)?;
        self.text(&cell::text(line.stage))?;
        self.number(line.round)?;
        for name in line.entrants {
            self.text(&cell::text(name))?;
        }
        self.text(line.outcome)?;
        self.text(&cell::text(line.reason))?;
        self.text(if line.counts { "yes" } else { "no" })?;
        self.number(line.plies)?;
        for seat in Seat::BOTH {
            for value in line.metrics[seat.index()] {
                self.number(value)?;
            }
        }
        for seat in Seat::BOTH {
            self.number(line.spent[seat.index()])?;
            self.number(line.memory[seat.index()])?;
        }
        self.csv.write_record(None::<&[u8]>).map_err(io_error)
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.csv.write_field(text).map_err(io_error)
    }

    fn number(&mut self, number: impl Display) -> io::Result<()> {
        self.digits.clear();
        write!(self.digits, "{number}").map_err(io::Error::other)?;
        self.csv.write_field(&self.digits).map_err(io_error)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn finish(self) -> io::Result<W> {
        self.csv.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
