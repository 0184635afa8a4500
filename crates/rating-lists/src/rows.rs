//! Results as comma-separated values: two names, a result, and a count. A row is a line.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use plaintext::{Cell, CellEnd, Decoder, Separator, cell};

use crate::game::{Ending, FoundItem, Game, LeftOut, Mistake, OnItem};

/// Number of bytes from which the separator is detected.
const TELLING: u64 = 64 * 1024;
/// Maximum length of a row in bytes.
const LONGEST: u64 = 64 * 1024;

/// The columns of a file, from 0.
struct Columns {
    first: usize,
    second: usize,
    result: usize,
    count: Option<usize>,
    termination: Option<usize>,
    /// `true` if a header row names the columns; otherwise the row has no further columns.
    named: bool,
}

/// Calls `each` with every row of the text.
pub(crate) fn read(input: impl Read, each: OnItem<'_>) -> io::Result<Result<(), Mistake>> {
    let mut input = Decoder::new(input)?;
    let mut begin = Vec::new();
    input.by_ref().take(TELLING).read_to_end(&mut begin)?;
    let telling = String::from_utf8_lossy(&begin);
    let (separator, mut line) = match Separator::declared(&telling) {
        Some((separator, _)) => (separator, 1),
        None => (Separator::of_lines(&telling), 0),
    };
    let skipped = if line == 1 { Separator::declared(&telling).map_or(0, |(_, end)| end) } else { 0 };
    let mut input = BufReader::new((&begin[skipped..]).chain(input));
    let (mut columns, mut text) = (None, Vec::new());
    loop {
        text.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut text)? == 0 {
            return Ok(Ok(()));
        }
        line += 1;
        let is_whole = text.last() == Some(&b'\n') || (text.len() as u64) < LONGEST;
        if !is_whole {
            input.skip_until(b'\n')?;
        }
        let found = if is_whole {
            row(&text, line, separator, &mut columns)
        } else {
            let what = format!("the row has more than {LONGEST} bytes");
            Some(FoundItem::Left { line, why: LeftOut::Damaged, what, times: 1 })
        };
        if let Some(Err(mistake)) = found.map(&mut *each) {
            return Ok(Err(mistake));
        }
    }
}

/// Parses a line. Returns `None` if it is blank or a header.
fn row(bytes: &[u8], line: u64, separator: Separator, columns: &mut Option<Columns>) -> Option<FoundItem> {
    let left = |why, what: String, times| Some(FoundItem::Left { line, why, what, times });
    let Ok(text) = std::str::from_utf8(bytes) else {
        return left(LeftOut::Damaged, "the row is not UTF-8: save the file as CSV UTF-8".to_owned(), 1);
    };
    // Names may end in blanks, and cells may be separated by tabs.
    let text = text.trim_end_matches(['\r', '\n']);
    if text.trim_matches(' ').is_empty() {
        return None;
    }
    let cells = match cells(text, separator) {
        Ok(cells) => cells,
        Err(what) => return left(LeftOut::Damaged, what.to_owned(), 1),
    };
    if cells.iter().all(|cell| cell.trim().is_empty()) {
        return left(LeftOut::EmptyRow, String::new(), 1);
    }
    let columns = if let Some(columns) = columns {
        columns
    } else {
        let named = Columns::named(&cells);
        let is_heading = named.is_some();
        let columns = columns.insert(named.unwrap_or(Columns::PLAIN));
        if is_heading {
            return None;
        }
        columns
    };
    let filled = cells.iter().rposition(|cell| !cell.trim().is_empty()).map_or(0, |last| last + 1);
    if !columns.named && !(3..=4).contains(&filled) {
        let what = format!("expected 3 or 4 columns, found {filled}");
        return left(LeftOut::Incomplete, what, 1);
    }
    let text = |column: usize| cells.get(column).map_or("", |cell| cell.trim());
    let count = columns.count.map_or("", text);
    let Some(times) = times(count) else {
        let what = format!("invalid count {:?}", shown(count));
        return left(LeftOut::Damaged, what, 1);
    };
    let [first, second, result] = [columns.first, columns.second, columns.result].map(text);
    if result.is_empty() {
        return left(LeftOut::Incomplete, "the result is missing".to_owned(), times);
    }
    let Some(ending) = Ending::parse(result) else {
        return left(LeftOut::InvalidResult, format!("invalid result {:?}", shown(result)), times);
    };
    let termination = columns.termination.map(text).filter(|text| !text.is_empty()).map(str::to_owned);
    Some(FoundItem::Game(Game {
        line,
        first: first.to_owned(),
        second: second.to_owned(),
        ending,
        termination,
        times,
    }))
}

/// Parses the count of a row: a whole number, optionally with zero decimals.
fn times(count: &str) -> Option<u32> {
    if count.is_empty() {
        return Some(1);
    }
    let number = plaintext::number(count).filter(|number| (0.0..=f64::from(u32::MAX)).contains(number))?;
    (number.fract() == 0.0).then_some(number as u32)
}

/// Splits a line into cells.
fn cells(text: &str, separator: Separator) -> Result<Vec<Cow<'_, str>>, &'static str> {
    use plaintext::Fault;
    let mut cells: Vec<(Cow<'_, str>, bool)> = Vec::new();
    let mut at = 0;
    loop {
        let (cell, next): (Cell<'_>, CellEnd) = match cell(text, at, separator) {
            Ok(found) => found,
            // Without a quoted cell, a quote is an ordinary character.
            Err(Fault::Stray) if !cells.iter().any(|(_, quoted)| *quoted) => {
                return Ok(text.split(char::from(separator.byte())).map(Cow::Borrowed).collect());
            }
            Err(Fault::Stray) => return Err("a quote within an unquoted cell"),
            Err(Fault::Unclosed) => return Err("the quote is not closed in this line"),
            Err(Fault::AfterQuote) => return Err("there is text after the closing quote"),
        };
        cells.push((cell.text(), cell.is_quoted()));
        match next {
            CellEnd::Cell(next) => at = next,
            CellEnd::Record(_) => return Ok(cells.into_iter().map(|(text, _)| text).collect()),
        }
    }
}

impl Columns {
    /// The columns of a file without headings.
    const PLAIN: Columns =
        Columns { first: 0, second: 1, result: 2, count: Some(3), termination: None, named: false };

    /// Returns the columns that a row of headings names; `None` if the row is no heading.
    fn named(cells: &[Cow<'_, str>]) -> Option<Columns> {
        let names: Vec<String> = cells.iter().map(|cell| cell.trim().to_lowercase()).collect();
        let column = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        let result = column(&["result", "score", "outcome"])?;
        let first = column(&["first", "white", "player1", "player 1", "home"]);
        let second = column(&["second", "black", "player2", "player 2", "away"]);
        // Columns with other names must be in the usual order.
        let (first, second) = match (first, second) {
            (Some(first), Some(second)) => (first, second),
            _ if result == 2 => (0, 1),
            _ => return None,
        };
        let count = column(&["count", "games", "times", "number"]);
        let count = count.or((result == 2 && names.len() == 4 && first + second == 1).then_some(3));
        Some(Columns { first, second, result, count, termination: column(&["termination"]), named: true })
    }
}

/// Returns the beginning of a text, short enough for a message.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let mut rows = Vec::new();
        let mut each = |found| {
            rows.push(match found {
                FoundItem::Game(Game { first, second, ending, times, .. }) => {
                    format!("{} {} {ending:?} x{times}", first.trim(), second.trim())
                }
                FoundItem::Left { line, why, what, times } => format!("line {line}: {why:?} {what} x{times}"),
                FoundItem::Remark { line, what } => format!("line {line}: {what}"),
            });
            Ok(())
        };
        read(text.as_bytes(), &mut each).unwrap().unwrap();
        assert_eq!(rows, expected, "{text}");
    }

    #[test]
    fn rows_are_games() {
        check("", &[]);
        check("A,B,1-0\nB,A,1/2-1/2,7\n", &["A B Decided(Win) x1", "B A Decided(Draw) x7"]);
        check(
            "white,black,Result,count\r\n\"A, the \"\"1\"\"\",B,0,2\r\n",
            &["A, the \"1\" B Decided(Loss) x2"],
        );
        check(
            "A,B,*,3\nA,B,0.5\nA,B,1, 2\n\nA \"x\" y,B,1\n",
            &[
                "A B Without(NoResult) x3",
                "A B Decided(Draw) x1",
                "A B Decided(Win) x2",
                "A \"x\" y B Decided(Win) x1",
            ],
        );
    }

    #[test]
    fn a_spreadsheet_may_have_saved_it() {
        check("first;second;result;count\nA;B;0,5;2,0\n", &["A B Decided(Draw) x2"]);
        check("sep=;\r\nA;B;1,0\r\n", &["A B Decided(Win) x1"]);
        check("\u{FEFF}A\tB\t1\rB\tA\t0\r", &["A B Decided(Win) x1", "B A Decided(Loss) x1"]);
        check("A,B,1.0,2.0,,\n,,,,,\n", &["A B Decided(Win) x2", "line 2: EmptyRow  x1"]);
        check("Round,White,Black,Result,Termination\n1,A,B,1-0,normal\n", &["A B Decided(Win) x1"]);
    }

    #[test]
    fn a_row_that_cannot_be_read_is_left_out_with_its_line() {
        check(
            "A,B\nA,B,1\n",
            &["line 1: Incomplete expected 3 or 4 columns, found 2 x1", "A B Decided(Win) x1"],
        );
        check("a,b,result\nA,B,2-0,\n", &["line 2: InvalidResult invalid result \"2-0\" x1"]);
        check("a,b,result,n\nA,B,2-0,3\n", &["line 2: InvalidResult invalid result \"2-0\" x3"]);
        check("A,B,1-0,-3\n", &["line 1: Damaged invalid count \"-3\" x1"]);
        check("A,B,1-0,2.5\n", &["line 1: Damaged invalid count \"2.5\" x1"]);
        check(
            "\"A,B,1-0\nA,B,1-0\n",
            &["line 1: Damaged the quote is not closed in this line x1", "A B Decided(Win) x1"],
        );
        check(
            "A,B,\nA,B,1\n",
            &["line 1: Incomplete expected 3 or 4 columns, found 2 x1", "A B Decided(Win) x1"],
        );
    }
}
