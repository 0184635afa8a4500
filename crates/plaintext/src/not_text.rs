//! Reasons why bytes are not text.

use memchr::memmem;
use thiserror::Error;

use crate::records::line_count;

/// Bytes that cannot be read as text, with advice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotText {
    /// A document of another program that contains text.
    #[error("this is {kind}: save it as {remedy}")]
    Document {
        /// The kind of file, with its article.
        kind: &'static str,
        /// The format to save it in.
        remedy: &'static str,
    },
    /// Bytes that are not UTF-8.
    #[error("line {line}, column {column}: a byte that is not UTF-8; the file looks like {looks_like}")]
    NotUtf8 {
        /// The offset of the first invalid byte, from 0.
        at: usize,
        /// Its line, from 1.
        line: usize,
        /// Its column in bytes, from 1.
        column: usize,
        /// The likely encoding.
        looks_like: &'static str,
    },
    /// UTF-32, which editors do not save by default.
    #[error("the file looks like UTF-32")]
    Utf32,
    /// UTF-16 that is cut off inside a character, or has half of one.
    #[error("the file looks like damaged UTF-16")]
    DamagedUtf16,
}

const CSV: &str = "CSV UTF-8";
const TEXT: &str = "plain text in UTF-8";

impl NotText {
    /// Returns the kind of document that starts with these bytes, if people may take it for text.
    pub(crate) fn document(bytes: &[u8]) -> Option<NotText> {
        let has = |part: &str| memmem::find(bytes, part.as_bytes()).is_some();
        let (kind, remedy) = match bytes {
            [b'P', b'K', 3, 4, ..] if has("xl/") => ("an Excel workbook", CSV),
            [b'P', b'K', 3, 4, ..] if has("opendocument.spreadsheet") => ("a LibreOffice spreadsheet", CSV),
            [b'P', b'K', 3, 4, ..] if has("Index/Document.iwa") => ("a Numbers or Pages document", CSV),
            [b'P', b'K', 3, 4, ..] if has("word/") => ("a Word document", TEXT),
            [b'P', b'K', 3, 4, ..] if has("opendocument.text") => ("a LibreOffice document", TEXT),
            // The first file of a workbook, if nothing else identifies it.
            [b'P', b'K', 3, 4, ..] if has("[Content_Types].xml") => {
                ("an Excel workbook or Word document", CSV)
            }
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => {
                ("an Excel workbook or another Office document", CSV)
            }
            [b'{', b'\\', b'r', b't', b'f', ..] => ("a document in Rich Text Format", TEXT),
            [b'%', b'P', b'D', b'F', b'-', ..] => ("a PDF document", TEXT),
            _ => return None,
        };
        Some(NotText::Document { kind, remedy })
    }

    /// Returns the error for bytes that are valid UTF-8 up to a place, which counts from the start of the file.
    pub(crate) fn not_utf8(bytes: &[u8], at: usize) -> NotText {
        let before = &bytes[..at];
        let column = before.iter().rev().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count() + 1;
        NotText::NotUtf8 { at, line: 1 + line_count(before), column, looks_like: looks_like(bytes, at) }
    }
}

/// Returns the likely encoding of a file that is valid UTF-8 up to a place.
fn looks_like(bytes: &[u8], valid: usize) -> &'static str {
    let is_control = |byte: &&u8| byte.is_ascii_control() && !b"\t\n\r\x0c".contains(byte);
    if bytes.iter().filter(is_control).count() * 20 > bytes.len() {
        return "binary data";
    }
    let before = bytes[..valid].strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes[..valid]);
    if before.is_ascii() { "Latin-1 or Windows-1252" } else { "a mixture of UTF-8 and another encoding" }
}
