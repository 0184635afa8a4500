//! The text of a script's file.

use plaintext::NotText;

use crate::BuildError;

/// Maximum bytes of one file.
pub(crate) const FILE_BYTES: u64 = 1 << 20;

/// Returns the text of a script's file, as [`plaintext::read`] reads it.
///
/// # Errors
/// If the file is too large, or is not text.
pub fn text(file: &str, bytes: &[u8]) -> Result<String, BuildError> {
    if bytes.len() as u64 > FILE_BYTES {
        return Err(BuildError::LargeFile { file: file.to_owned(), limit: FILE_BYTES });
    }
    plaintext::read(bytes).map_err(|error| {
        let (line, at, encoding) = match error {
            NotText::NotUtf8 { line, at, looks_like, .. } => (line, at, looks_like),
            NotText::Document { kind, .. } => (1, 0, kind),
            NotText::Utf32 => (1, 0, "UTF-32"),
            NotText::DamagedUtf16 => (1, 0, "damaged UTF-16"),
        };
        let byte = bytes.get(at).copied().unwrap_or_default();
        BuildError::NotUtf8 { file: file.to_owned(), line, at: at + 1, byte, encoding }
    })
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
    fn a_script_as_an_editor_of_windows_saves_it_is_read() {
        let script = "// Züge\nexport const choose = () => 0;\n";
        for mark in ["\u{feff}", ""] {
            for order in [u16::to_le_bytes, u16::to_be_bytes] {
                let bytes: Vec<u8> = format!("{mark}{script}").encode_utf16().flat_map(order).collect();
                assert_eq!(text("a.js", &bytes).expect("UTF-16"), script);
            }
        }
        assert_eq!(text("a.py", b"a = 1\rb = 2\r\nc = 3").expect("CR"), "a = 1\nb = 2\r\nc = 3");
    }

    #[test]
    fn another_encoding_is_named_with_its_place() {
        let utf16 = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(order).collect()
        };
        let script = "// Zug\nexport const choose = () => 0;\n";
        let cases: [(Vec<u8>, &str); 6] = [
            (
                [&utf16(&format!("\u{feff}{script}"), u16::to_le_bytes)[..], b"x"].concat(),
                "a.js:1: byte 1 is 0xFF: the file looks like damaged UTF-16",
            ),
            (
                b"PK\x03\x04 xl/workbook.xml".to_vec(),
                "a.js:1: byte 1 is 0x50: the file looks like an Excel workbook",
            ),
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
            (vec![0x80, 1, 2, 3], "a.js:1: byte 1 is 0x80: the file looks like binary data"),
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
        assert_eq!(error.to_string(), "a.js has more than 1048576 bytes, the limit for a file of a script");
    }
}
