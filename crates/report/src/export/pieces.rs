//! Numbers and texts in JSON and CSV, written into memory: a large run has a hundred million of them.

use course_files::cell;
use course_files::cell::csv_lines;
use plaintext::BYTE_ORDER_MARK;

use super::io_error;

/// Appends a number in decimal digits.
pub(super) fn push_number(out: &mut Vec<u8>, number: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Appends a text as JSON.
pub(super) fn push_json_text(out: &mut Vec<u8>, text: &str) {
    if is_json(text) {
        push_quoted(out, text);
    } else {
        serde_json::to_writer(out, text).expect("memory takes every byte");
    }
}

/// Returns `true` if a text needs no escapes in JSON.
pub(super) fn is_json(text: &str) -> bool {
    // Without an early exit, the compiler vectorizes the loop.
    let is_kept = |byte: u8| !matches!(byte, 0..b' ' | b'"' | b'\\');
    text.bytes().fold(true, |all, byte| all & is_kept(byte))
}

/// Appends a text that needs no escapes in JSON.
pub(super) fn push_quoted(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

/// Appends a list as JSON.
pub(super) fn push_json_list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut push: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        push(out, item);
    }
    out.push(b']');
}

/// Lines of a CSV file, of more than one cell each.
#[derive(Debug, Default)]
pub(super) struct CsvLines {
    pub(super) out: Vec<u8>,
    is_within: bool,
}

impl CsvLines {
    /// Starts a file.
    pub(super) fn of_file() -> CsvLines {
        CsvLines { out: BYTE_ORDER_MARK.as_bytes().to_vec(), is_within: false }
    }

    /// Returns an empty list of lines, with room for this many bytes.
    pub(super) fn with_capacity(bytes: usize) -> CsvLines {
        CsvLines { out: Vec::with_capacity(bytes), is_within: false }
    }

    /// Appends an untrusted text.
    pub(super) fn text(&mut self, text: &str) {
        self.separate();
        if is_cell(text) {
            self.out.extend_from_slice(text.as_bytes());
        } else {
            self.out.extend(quoted(&cell::text(text)));
        }
    }

    /// Appends a number.
    pub(super) fn number(&mut self, number: impl itoa::Integer) {
        self.separate();
        push_number(&mut self.out, number);
    }

    /// Appends `halves / 2`.
    pub(super) fn half(&mut self, halves: u32) {
        self.number(halves / 2);
        if halves % 2 == 1 {
            self.out.extend_from_slice(b".5");
        }
    }

    /// Ends a line.
    pub(super) fn end(&mut self) {
        self.out.extend_from_slice(b"\r\n");
        self.is_within = false;
    }

    fn separate(&mut self) {
        if self.is_within {
            self.out.push(b',');
        }
        self.is_within = true;
    }
}

/// Returns `true` if a text can be a cell unchanged: it is visible, no formula, and needs no quotes. The check is
/// conservative.
fn is_cell(text: &str) -> bool {
    let starts = text.bytes().next().is_none_or(|first| first.is_ascii_alphanumeric());
    let is_kept = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b',' | b';');
    starts && text.bytes().fold(true, |all, byte| all & is_kept(byte))
}

/// Returns one cell of several, with quotes if it needs them.
fn quoted(cell: &str) -> Vec<u8> {
    let mut csv = csv_lines(Vec::new());
    let line = csv.write_record([cell, ""]).map_err(io_error).and_then(|()| csv.flush());
    let mut line = line.and_then(|()| csv.into_inner().map_err(csv::IntoInnerError::into_error));
    let line = line.as_mut().map(std::mem::take).expect("memory takes every byte");
    line.strip_suffix(b",\r\n").map(<[u8]>::to_vec).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Generates untrusted texts, many of them almost plain.
    fn texts() -> impl Strategy<Value = Vec<String>> {
        let text = prop_oneof!["[ -~]{0,6}", "[a=+;,\"\\\\ é\n\t\u{202e}]{0,6}", any::<String>()];
        proptest::collection::vec(text, 2..6)
    }

    proptest! {
        #[test]
        fn texts_stand_in_json_as_serde_writes_them(texts in texts()) {
            let mut out = Vec::new();
            push_json_list(&mut out, &texts, |out, text| push_json_text(out, text));
            prop_assert_eq!(out, serde_json::to_vec(&texts).unwrap());
        }

        #[test]
        fn texts_stand_in_cells_as_the_csv_writer_writes_them(texts in texts(), number in any::<i64>()) {
            let mut lines = CsvLines::default();
            let mut csv = csv_lines(Vec::new());
            for _ in 0..2 {
                for text in &texts {
                    lines.text(text);
                }
                lines.number(number);
                lines.end();
                let cells = texts.iter().map(|text| cell::text(text)).chain([number.to_string()]);
                csv.write_record(cells).unwrap();
            }
            prop_assert_eq!(lines.out, csv.into_inner().unwrap());
        }
    }

    #[test]
    fn halves_have_a_decimal_only_if_they_need_it() {
        let mut lines = CsvLines::default();
        for halves in 0..4 {
            lines.half(halves);
        }
        assert_eq!(lines.out, b"0,0.5,1,1.5");
    }
}
