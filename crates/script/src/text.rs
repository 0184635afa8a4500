//! The text of a file: UTF-8, with or without a byte order mark.

use crate::BuildError;

/// Maximum bytes of one file.
pub(crate) const FILE_BYTES: u64 = 1 << 20;
/// The byte order mark in UTF-8, which some editors put in front.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of a file of a script, without a byte order mark.
///
/// # Errors
/// When the file is too large, or is not UTF-8.
pub fn text(file: &str, bytes: &[u8]) -> Result<String, BuildError> {
    if bytes.len() as u64 > FILE_BYTES {
        return Err(BuildError::LargeFile { file: file.to_owned(), limit: FILE_BYTES });
    }
    let unmarked = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let wide = wide_encoding(bytes);
    match std::str::from_utf8(unmarked) {
        Ok(text) if wide.is_none() => Ok(text.to_owned()),
        decoded => {
            let valid = decoded.map_or_else(|error| error.valid_up_to(), |_| 0);
            let at = if wide.is_some() { 0 } else { bytes.len() - unmarked.len() + valid };
            let encoding = wide.unwrap_or_else(|| narrow_encoding(unmarked, valid));
            Err(not_utf8(file, bytes, at, encoding))
        }
    }
}

fn not_utf8(file: &str, bytes: &[u8], at: usize, encoding: &'static str) -> BuildError {
    let line = bytes[..at].split(|&byte| byte == b'\n').count();
    BuildError::NotUtf8 {
        file: file.to_owned(),
        line,
        at: at + 1,
        byte: bytes.get(at).copied().unwrap_or_default(),
        encoding,
    }
}

/// UTF-16 or UTF-32, recognised by its mark, or by the zeros that plain letters have in it.
fn wide_encoding(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => return Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return Some("UTF-16"),
        _ => {}
    }
    let zeros: usize = bytes.iter().map(|&byte| usize::from(byte == 0)).sum();
    match zeros * 4 / bytes.len().max(1) {
        0 => None,
        1 | 2 => Some("UTF-16"),
        _ => Some("UTF-32"),
    }
}

/// What a file may be of which one byte stands for a letter, valid UTF-8 up to a place.
fn narrow_encoding(bytes: &[u8], valid: usize) -> &'static str {
    let is_control = |byte: &&u8| byte.is_ascii_control() && !b"\t\n\r\x0c".contains(byte);
    if bytes.iter().filter(is_control).count() * 20 > bytes.len() {
        return "no text at all";
    }
    if bytes[..valid].is_ascii() {
        "Latin-1 or Windows-1252"
    } else {
        "a mixture of UTF-8 and another encoding"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_harmless() {
        assert_eq!(text("a.js", b"\xef\xbb\xbflet a;").expect("UTF-8"), "let a;");
        assert_eq!(text("a.js", "let ä;".as_bytes()).expect("UTF-8"), "let ä;");
        assert_eq!(text("a.js", b"").expect("UTF-8"), "");
    }

    #[test]
    fn another_encoding_is_named_with_its_place() {
        let utf16 = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(order).collect()
        };
        let script = "// Zug\nexport const choose = () => 0;\n";
        let cases: [(Vec<u8>, &str); 7] = [
            (
                utf16(&format!("\u{feff}{script}"), u16::to_le_bytes),
                "a.js:1: byte 1 is 0xFF: the file looks like UTF-16",
            ),
            (
                utf16(&format!("\u{feff}{script}"), u16::to_be_bytes),
                "a.js:1: byte 1 is 0xFE: the file looks like UTF-16",
            ),
            (utf16(script, u16::to_le_bytes), "a.js:1: byte 1 is 0x2F: the file looks like UTF-16"),
            (
                b"let a;\nlet b; // Z\xfcge\n".to_vec(),
                "a.js:2: byte 19 is 0xFC: the file looks like Latin-1 or Windows-1252",
            ),
            (
                b"\xef\xbb\xbf\xfc".to_vec(),
                "a.js:1: byte 4 is 0xFC: the file looks like Latin-1 or Windows-1252",
            ),
            (
                "ä\n".bytes().chain([0xfc]).collect(),
                "a.js:2: byte 4 is 0xFC: the file looks like a mixture of UTF-8",
            ),
            (vec![0x80, 1, 2, 3], "a.js:1: byte 1 is 0x80: the file looks like no text at all"),
        ];
        for (bytes, due) in cases {
            let error = text("a.js", &bytes).expect_err(due);
            assert!(error.to_string().starts_with(due), "{error} instead of {due}");
            assert!(error.advice().is_some_and(|advice| advice.contains("UTF-8")));
        }
    }

    #[test]
    fn a_large_file_is_named_with_the_limit() {
        let error = text("a.js", &vec![b' '; FILE_BYTES as usize + 1]).expect_err("too large");
        assert_eq!(
            error.to_string(),
            "a.js has more than 1048576 bytes, the most that a file of a script may have"
        );
    }
}
