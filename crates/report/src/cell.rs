//! Cells of CSV files that a spreadsheet cannot mistake for formulas.

use crate::shown::visible;

/// Untrusted text as a cell: made visible, and with an apostrophe before it if a spreadsheet could take it for a
/// formula.
///
/// # Source
/// OWASP, CSV Injection: cells that begin with `=`, `+`, `-`, `@`, tab, carriage return or line feed, or with
/// the full-width forms of the signs; leading blanks are looked through, as spreadsheets do.
pub fn text(text: &str) -> String {
    let shown = visible(text);
    let first = text.trim_start().chars().next();
    let is_formula = matches!(first, Some('=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠'))
        || text.starts_with(['\t', '\r', '\n', '|', '%']);
    if is_formula { format!("'{shown}") } else { shown }
}

/// A number as a cell: as it is, its sign included. Anything else is a text.
pub fn number(number: &str) -> String {
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.bytes().filter(|&byte| byte == b'.').count() <= 1;
    if is_number { number.to_owned() } else { text(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

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
