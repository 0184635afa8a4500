//! One cell after another, strictly.
//!
//! Programs disagree on what an unbalanced quote means: one would see other cells than another. So there is no reading
//! of such a file, only an error with its place.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2_iter, memchr3};

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
