//! A text as records of cells, read strictly, with the places of its cells.
//!
//! Programs disagree on the meaning of an unbalanced quote: two of them would see different cells. Such a file is
//! therefore rejected, and the error names the place.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2_iter, memchr3};
use thiserror::Error;

/// Maximum number of rows of a file, including its headings.
pub const MOST_ROWS: usize = 2_000_000;
/// Maximum number of columns of a file.
pub const MOST_COLUMNS: usize = 10_000;

/// A text that cannot be read as CSV unambiguously.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CsvError {
    /// It has too many rows.
    #[error("it has more than {MOST_ROWS} rows")]
    TooManyRows,
    /// It has too many columns.
    #[error("line {line} has more than {MOST_COLUMNS} cells")]
    TooManyColumns {
        /// The line, from 1.
        line: usize,
    },
    /// A quote is opened and never closed.
    #[error("line {line}, cell {column}: the quote is never closed")]
    Unclosed {
        /// The line in which the cell starts, from 1.
        line: usize,
        /// The cell in its row, from 1.
        column: usize,
    },
    /// Text follows a closing quote.
    #[error("line {line}, cell {column}: there is text after the closing quote")]
    AfterQuote {
        /// The line in which the cell starts, from 1.
        line: usize,
        /// The cell in its row, from 1.
        column: usize,
    },
    /// A quote occurs in a cell that is not quoted.
    #[error("line {line}, cell {column}: a quote within an unquoted cell")]
    Stray {
        /// The line in which the cell starts, from 1.
        line: usize,
        /// The cell in its row, from 1.
        column: usize,
    },
}

/// The place of a record, without its line ending.
#[derive(Clone, Copy, Debug)]
struct RecordSpan {
    start: u32,
    end: u32,
    line: u32,
}

/// The places of a text's records. Cells are parsed again on request, so that a long file takes little memory.
#[derive(Clone, Debug)]
pub struct Records {
    separator: Separator,
    places: Vec<RecordSpan>,
}

impl Records {
    /// Reads a text, whose first line may be Excel's `sep=;`. Empty lines are not records.
    ///
    /// # Errors
    /// If it is not CSV, or too large.
    pub fn read(text: &str) -> Result<Records, CsvError> {
        let (begin, separator) = match Separator::declared(text) {
            Some((separator, end)) => (end, separator),
            None => (0, Separator::detect(text)),
        };
        Records::from(text, begin, separator, usize::MAX)
    }

    /// Reads at most `most` records, from a place on.
    fn from(text: &str, begin: usize, separator: Separator, most: usize) -> Result<Records, CsvError> {
        let mut places = Vec::new();
        let (mut at, mut line) = (begin, 1 + line_count(&text.as_bytes()[..begin]));
        while at < text.len() && places.len() < most {
            let RecordEnd { end, next } = walk(text, at, separator, line)?;
            if end > at {
                if places.len() == MOST_ROWS {
                    return Err(CsvError::TooManyRows);
                }
                places.push(RecordSpan { start: at as u32, end: end as u32, line: line as u32 });
            }
            line += line_count(&text.as_bytes()[at..next]);
            at = next;
        }
        Ok(Records { separator, places })
    }

    /// Returns the separator of its cells.
    pub fn separator(&self) -> Separator {
        self.separator
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns `true` if there are no records.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the line in which a record starts, from 1.
    pub fn line(&self, record: usize) -> usize {
        self.places[record].line as usize
    }

    /// Returns the place of a record in the text, without its line ending.
    pub fn span(&self, record: usize) -> Range<usize> {
        let RecordSpan { start, end, .. } = self.places[record];
        start as usize..end as usize
    }

    /// Returns the cells of a record in the text that was read.
    pub fn cells<'t>(&self, text: &'t str, record: usize) -> impl Iterator<Item = Cell<'t>> + use<'t> {
        let separator = self.separator;
        let mut at = Some(self.span(record).start);
        std::iter::from_fn(move || {
            // A text that was once read without an error has none.
            let (cell, next) = cell(text, at?, separator).ok()?;
            at = match next {
                CellEnd::Cell(at) => Some(at),
                CellEnd::Record(_) => None,
            };
            Some(cell)
        })
    }
}

/// The end of a record, and the start of the next one.
struct RecordEnd {
    end: usize,
    next: usize,
}

fn walk(text: &str, start: usize, separator: Separator, line: usize) -> Result<RecordEnd, CsvError> {
    let mut at = start;
    for column in 1..=MOST_COLUMNS {
        let line = || line + line_count(&text.as_bytes()[start..at]);
        let (cell, next) = cell(text, at, separator).map_err(|fault| match fault {
            Fault::Unclosed => CsvError::Unclosed { line: line(), column },
            Fault::AfterQuote => CsvError::AfterQuote { line: line(), column },
            Fault::Stray => CsvError::Stray { line: line(), column },
        })?;
        match next {
            CellEnd::Cell(next) => at = next,
            CellEnd::Record(next) => return Ok(RecordEnd { end: cell.span().end, next }),
        }
    }
    Err(CsvError::TooManyColumns { line })
}

/// A cell as it is in the text.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'t> {
    /// The text with its quotes, if it has any.
    raw: &'t str,
    /// Its offset in the text.
    start: usize,
}

impl<'t> Cell<'t> {
    /// Returns its text without quotes.
    pub fn text(&self) -> Cow<'t, str> {
        match self.raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            None => Cow::Borrowed(self.raw),
            Some(inside) if inside.contains('"') => Cow::Owned(inside.replace("\"\"", "\"")),
            Some(inside) => Cow::Borrowed(inside),
        }
    }

    /// Returns `true` if it has quotes around it.
    pub fn is_quoted(&self) -> bool {
        self.raw.starts_with('"')
    }

    /// Returns its place in the text, with its quotes.
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.raw.len()
    }
}

/// The token after a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellEnd {
    /// Another cell of the same record starts here.
    Cell(usize),
    /// The record ends, and the next one starts here unless the text ends.
    Record(usize),
}

/// The reason why a text is not CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A quote is opened and never closed.
    Unclosed,
    /// Text stands between a closing quote and the next separator.
    AfterQuote,
    /// A quote occurs in a cell that is not quoted.
    Stray,
}

/// Returns the cell that starts at a place, and the token after it.
///
/// # Errors
/// If a quote is misplaced or missing.
pub fn cell(text: &str, start: usize, separator: Separator) -> Result<(Cell<'_>, CellEnd), Fault> {
    let (bytes, separator) = (text.as_bytes(), separator.byte());
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
        Some(&byte) if byte == separator => CellEnd::Cell(end + 1),
        Some(b'\r') if bytes.get(end + 1) == Some(&b'\n') => CellEnd::Record(end + 2),
        Some(b'\r' | b'\n') => CellEnd::Record(end + 1),
        Some(_) => return Err(Fault::AfterQuote),
        None => CellEnd::Record(end),
    };
    Ok((Cell { raw: &text[start..end], start }, next))
}

/// Returns the place of the closing quote for a quote that was opened before `from`. A doubled quote stands for one.
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

/// Counts the line endings CRLF, LF or CR in a part of a text that does not start inside one.
pub fn line_count(bytes: &[u8]) -> usize {
    let ends_line = |&at: &usize| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
    memchr2_iter(b'\r', b'\n', bytes).filter(ends_line).count()
}

/// The separator between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// `,`
    Comma,
    /// `;`, usual where a comma is the decimal mark.
    Semicolon,
    /// A tab.
    Tab,
}

/// Number of records that determine a file's separator.
const TELLING: usize = 50;

impl Separator {
    const ALL: [Separator; 3] = [Separator::Comma, Separator::Semicolon, Separator::Tab];

    /// Returns its character, which is ASCII.
    pub fn byte(self) -> u8 {
        match self {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
        }
    }

    /// Returns its name in words.
    pub fn name(self) -> &'static str {
        match self {
            Separator::Comma => "comma",
            Separator::Semicolon => "semicolon",
            Separator::Tab => "tab",
        }
    }

    /// Returns the separator that Excel's first line `sep=;` declares, and the start of the next line.
    pub fn declared(text: &str) -> Option<(Separator, usize)> {
        let length = memchr2_iter(b'\r', b'\n', text.as_bytes()).next().unwrap_or(text.len());
        let line = &text[..length];
        let line = line.strip_prefix('"').and_then(|line| line.strip_suffix('"')).unwrap_or(line);
        let (_, mark) = line.split_at_checked(4).filter(|(name, _)| name.eq_ignore_ascii_case("sep="))?;
        let separator = Separator::ALL.into_iter().find(|one| mark.as_bytes() == [one.byte()])?;
        let ending = if text[length..].starts_with("\r\n") { 2 } else { usize::from(length < text.len()) };
        Some((separator, length + ending))
    }

    /// Returns the separator of a text: one with which nearly all of the first records have the same number of cells.
    /// If there are several, the one with the most columns is chosen.
    pub fn detect(text: &str) -> Separator {
        Separator::best(|separator| match Records::from(text, 0, separator, TELLING) {
            Ok(records) => (0..records.len()).map(|record| records.cells(text, record).count()).collect(),
            Err(_) => Vec::new(),
        })
    }

    /// Returns the separator of a text in which every line is a row, so that an unclosed quote affects only its own
    /// line.
    pub fn of_lines(text: &str) -> Separator {
        let width = |line: &str, separator: Separator| {
            let mut is_quoted = false;
            let ends_cell = |byte: &u8| {
                is_quoted ^= *byte == b'"';
                !is_quoted && *byte == separator.byte()
            };
            line.as_bytes().iter().copied().filter(ends_cell).count() + 1
        };
        let lines = || text.lines().filter(|line| !line.trim().is_empty()).take(TELLING);
        Separator::best(|separator| lines().map(|line| width(line, separator)).collect())
    }

    /// Returns the separator with which nearly all records have the same width. If there are several, the one with
    /// the widest records is chosen.
    fn best(widths: impl Fn(Separator) -> Vec<usize>) -> Separator {
        let fit = |separator: Separator| {
            let widths = widths(separator);
            let share = |width: usize| widths.iter().filter(|&&other| other == width).count();
            let width = widths.iter().copied().max_by_key(|&width| share(width)).unwrap_or(0);
            // A row or two may have an extra cell.
            (width > 1 && share(width) * 10 >= widths.len() * 9, width)
        };
        // `max_by_key` returns the last of equals; a comma is the most likely.
        Separator::ALL.into_iter().rev().max_by_key(|&separator| fit(separator)).unwrap_or(Separator::Comma)
    }
}
