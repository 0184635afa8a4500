//! A text as records of cells, read strictly, and what stands between its cells.
//!
//! Programs disagree on what an unbalanced quote means: one would see other cells than another. So there is no reading
//! of such a file, only an error with its place.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2_iter, memchr3};

use crate::error::SheetError;
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

/// A cell as it is in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell<'t> {
    /// With its quotes, if it has them.
    raw: &'t str,
    /// Where it begins in the text.
    start: usize,
}

impl<'t> Cell<'t> {
    /// What it says, without quotes.
    pub(crate) fn text(&self) -> Cow<'t, str> {
        match self.raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            None => Cow::Borrowed(self.raw),
            Some(inside) if inside.contains('"') => Cow::Owned(inside.replace("\"\"", "\"")),
            Some(inside) => Cow::Borrowed(inside),
        }
    }

    pub(crate) fn is_quoted(&self) -> bool {
        self.raw.starts_with('"')
    }

    /// Where it is in the text, with its quotes.
    pub(crate) fn span(&self) -> Range<usize> {
        self.start..self.start + self.raw.len()
    }
}

/// What comes after a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Another cell of the same record, from here.
    Cell(usize),
    /// The end of the record; the next one begins here, if the text does not end.
    Record(usize),
}

/// Why a text is not CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A quote is opened and never closed.
    Unclosed,
    /// Something stands between a closing quote and the next separator.
    AfterQuote,
    /// A quote stands within a cell that has none around it.
    Stray,
}

/// The cell that begins at a place, and what comes after it.
///
/// # Errors
/// When it has a quote where none may be, or too few.
pub(crate) fn cell(text: &str, start: usize, separator: u8) -> Result<(Cell<'_>, Next), Fault> {
    let bytes = text.as_bytes();
    let end = if bytes.get(start) == Some(&b'"') {
        closing_quote(bytes, start + 1)? + 1
    } else {
        let length = memchr3(separator, b'\r', b'\n', &bytes[start..]).unwrap_or(bytes.len() - start);
        if memchr(b'"', &bytes[start..start + length]).is_some() {
            return Err(Fault::Stray);
        }
        start + length
    };
    let next = match bytes.get(end) {
        Some(&byte) if byte == separator => Next::Cell(end + 1),
        Some(b'\r') if bytes.get(end + 1) == Some(&b'\n') => Next::Record(end + 2),
        Some(b'\r' | b'\n') => Next::Record(end + 1),
        Some(_) => return Err(Fault::AfterQuote),
        None => Next::Record(end),
    };
    Ok((Cell { raw: &text[start..end], start }, next))
}

/// Where the quote is closed that was opened before this place. A doubled quote stands for one.
fn closing_quote(bytes: &[u8], from: usize) -> Result<usize, Fault> {
    let mut at = from;
    loop {
        at += memchr(b'"', &bytes[at..]).ok_or(Fault::Unclosed)?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Ok(at);
        }
        at += 2;
    }
}

/// Line endings in a part of a text that does not begin within one.
pub(crate) fn lines(bytes: &[u8]) -> usize {
    let ends_line = |&at: &usize| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
    memchr2_iter(b'\r', b'\n', bytes).filter(ends_line).count()
}

/// What stands between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// `,`
    Comma,
    /// `;`, usual where a comma is the decimal mark.
    Semicolon,
    /// A tab.
    Tab,
}

/// Records that tell which separator a file has.
const TELLING: usize = 50;

impl Separator {
    const ALL: [Separator; 3] = [Separator::Comma, Separator::Semicolon, Separator::Tab];

    pub(crate) fn byte(self) -> u8 {
        match self {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Separator::Comma => "comma",
            Separator::Semicolon => "semicolon",
            Separator::Tab => "tab",
        }
    }

    /// The separator of a text: one by which the first records have equally many cells; of several, the one with the most
    /// columns.
    pub(crate) fn of(text: &str, begin: usize) -> Separator {
        let fit = |separator: Separator| {
            let Ok(records) = Records::read(text, begin, separator.byte(), TELLING) else {
                return (false, 0);
            };
            let mut widths = (0..records.len()).map(|record| records.cells(record).count());
            let width = widths.next().unwrap_or(0);
            (width > 1 && widths.all(|other| other == width), width)
        };
        // Of equals the last is found; a comma is what is most likely.
        Separator::ALL.into_iter().rev().max_by_key(|&separator| fit(separator)).unwrap_or(Separator::Comma)
    }
}
