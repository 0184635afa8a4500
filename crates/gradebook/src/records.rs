//! A text as records of cells.

use std::ops::Range;

use crate::error::SheetError;
use crate::scan::{Cell, Fault, Next, cell, lines};
use crate::{MOST_COLUMNS, MOST_ROWS};

/// Where a record is, without its line ending.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: u32,
    end: u32,
    line: u32,
}

/// A text as records of cells. Cells are found again when they are asked for, so that a long file takes little room.
#[derive(Clone, Debug)]
pub(crate) struct Records<'t> {
    text: &'t str,
    separator: u8,
    places: Vec<Place>,
}

impl<'t> Records<'t> {
    /// Reads a text from a place on, at most this number of records. Empty lines are no records.
    ///
    /// # Errors
    /// When it is not CSV with this separator, or too large.
    pub(crate) fn read(
        text: &'t str,
        begin: usize,
        separator: u8,
        most: usize,
    ) -> Result<Records<'t>, SheetError> {
        let mut places = Vec::new();
        let (mut at, mut line) = (begin, 1);
        while at < text.len() && places.len() < most {
            let Walked { end, next } = walk(text, at, separator, line)?;
            if end > at {
                if places.len() == MOST_ROWS {
                    return Err(SheetError::TooManyRows);
                }
                places.push(Place { start: at as u32, end: end as u32, line: line as u32 });
            }
            line += lines(&text.as_bytes()[at..next]);
            at = next;
        }
        Ok(Records { text, separator, places })
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The line in which a record begins, from 1.
    pub(crate) fn line(&self, record: usize) -> usize {
        self.places[record].line as usize
    }

    /// Where a record is in the text, without its line ending.
    pub(crate) fn span(&self, record: usize) -> Range<usize> {
        let Place { start, end, .. } = self.places[record];
        start as usize..end as usize
    }

    /// The cells of a record.
    pub(crate) fn cells(&self, record: usize) -> impl Iterator<Item = Cell<'t>> + use<'t> {
        let (text, separator) = (self.text, self.separator);
        let mut at = Some(self.span(record).start);
        std::iter::from_fn(move || {
            // What was read once without an error has none.
            let (cell, next) = cell(text, at?, separator).ok()?;
            at = match next {
                Next::Cell(at) => Some(at),
                Next::Record(_) => None,
            };
            Some(cell)
        })
    }
}

/// Where a record ends, and where the next one begins.
struct Walked {
    end: usize,
    next: usize,
}

fn walk(text: &str, start: usize, separator: u8, line: usize) -> Result<Walked, SheetError> {
    let mut at = start;
    for column in 1..=MOST_COLUMNS {
        let line = || line + lines(&text.as_bytes()[start..at]);
        let (cell, next) = cell(text, at, separator).map_err(|fault| match fault {
            Fault::Unclosed => SheetError::Unclosed { line: line(), column },
            Fault::AfterQuote => SheetError::AfterQuote { line: line(), column },
            Fault::Stray => SheetError::Stray { line: line(), column },
        })?;
        match next {
            Next::Cell(next) => at = next,
            Next::Record(next) => return Ok(Walked { end: cell.span().end, next }),
        }
    }
    Err(SheetError::TooManyColumns { line })
}
