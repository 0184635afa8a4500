//! CSV files for spreadsheets: a byte order mark, and cells that cannot be mistaken for formulas.

use std::io;

use game::visible;
use plaintext::BYTE_ORDER_MARK;

/// Returns untrusted text as a cell. The text is made visible, and an apostrophe is put before every part that a
/// spreadsheet could take for a formula. This includes spreadsheets that split lines at semicolons, as many do by
/// default, or at tabs, which are spelled out.
///
/// # Source
/// OWASP, CSV Injection: cells that begin with `=`, `+`, `-`, `@`, tab, carriage return or line feed, or with the
/// full-width forms of the signs. Leading blanks are skipped, as spreadsheets do.
pub fn text(text: &str) -> String {
    let shown = visible(text);
    let is_formula = text.trim_start().starts_with(SIGNS) || text.starts_with(['\t', '\r', '\n', '|', '%']);
    let mut cell = if is_formula { "'".to_owned() } else { String::new() };
    let mut pieces = shown.split_inclusive(';');
    cell.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        // The part behind a separator may begin with quotes. Where quoting is needed, the cell is quoted as a whole.
        let begin = piece.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '"');
        if begin.starts_with(SIGNS) {
            cell.push('\'');
        }
        cell.push_str(piece);
    }
    cell
}

/// The characters that can begin a formula.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Returns a number as a cell: unchanged, with its sign. Anything else is treated as text.
pub fn number(number: &str) -> String {
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.bytes().filter(|&byte| byte == b'.').count() <= 1;
    if is_number { number.to_owned() } else { text(number) }
}

/// Starts a CSV file as spreadsheets expect it: with a byte order mark, as they otherwise assume an encoding other than
/// UTF-8.
///
/// # Errors
/// Fails if the mark cannot be written.
pub fn csv_writer<W: io::Write>(mut out: W) -> io::Result<csv::Writer<W>> {
    out.write_all(BYTE_ORDER_MARK.as_bytes())?;
    Ok(csv_lines(out))
}

/// Returns a writer for the lines of a CSV file.
pub fn csv_lines<W: io::Write>(out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out)
}

/// Starts a CSV file in memory, where writing cannot fail.
pub fn csv_in_memory() -> csv::Writer<Vec<u8>> {
    csv_lines(BYTE_ORDER_MARK.as_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits a line as a program does that knows a single separator.
    fn split(line: &str, separator: u8) -> Vec<String> {
        let mut reader = csv::ReaderBuilder::new();
        let mut reader =
            reader.delimiter(separator).has_headers(false).flexible(true).from_reader(line.as_bytes());
        let cells = |record: csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
        reader.records().flat_map(|record| cells(record.unwrap())).collect()
    }

    /// Spreadsheets that split at semicolons used to take part of a name for a formula.
    #[test]
    fn no_cell_is_a_formula_wherever_a_spreadsheet_splits() {
        let pieces = ["=1+1", "x", "\"", "\"=1", "+1", "-a", "@a", " =1", ",=1", "", "'", "\t=1"];
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    let hostile = format!("{first};{second};{third}");
                    let mut csv = csv::Writer::from_writer(Vec::new());
                    csv.write_record([&text(&hostile), "-12", &text(&hostile)]).unwrap();
                    let line = String::from_utf8(csv.into_inner().unwrap()).unwrap();
                    for separator in [b',', b';', b'\t'] {
                        let cells = split(&line, separator);
                        let is_formula = |cell: &&String| {
                            cell.trim_start().starts_with(SIGNS) && cell.parse::<f64>().is_err()
                        };
                        let formula = cells.iter().find(is_formula);
                        assert_eq!(formula, None, "{hostile:?} split at {:?}", char::from(separator));
                    }
                    assert_eq!(split(&line, b',')[1], "-12");
                }
            }
        }
    }

    #[test]
    fn formulas_are_texts_and_numbers_stay_numbers() {
        for (cell, written) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+1", "'+1"),
            ("@x", "'@x"),
            ("-2+3", "'-2+3"),
            ("  =1+1", "'  =1+1"),
            ("\t=1", "'⟨U+0009⟩=1"),
            ("＝1", "'＝1"),
            ("Ada = Bob", "Ada = Bob"),
            ("", ""),
            // Split at semicolons.
            ("x;=1+1;y", "x;'=1+1;y"),
            (";@x;+1;-2", ";'@x;'+1;'-2"),
            ("x;\"=1;\"\" -1", "x;'\"=1;'\"\" -1"),
            ("a; b; c = d", "a; b; c = d"),
            ("=1;=2", "'=1;'=2"),
            ("x\t=1", "x⟨U+0009⟩=1"),
        ] {
            assert_eq!(text(cell), written);
        }
        for (cell, written) in
            [("-12", "-12"), ("3.5", "3.5"), ("-=1", "'-=1"), ("1.2.3", "1.2.3"), ("-", "'-")]
        {
            assert_eq!(number(cell), written);
        }
    }
}
