//! Why bytes are no text.

use memchr::memmem;
use thiserror::Error;

use crate::records::line_count;

/// Bytes that cannot be read as text, with what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotText {
    /// The file of another program, which has a text in it.
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
        /// The offset of the first such byte, from 0.
        at: usize,
        /// The line it is in, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
        /// The likely encoding.
        looks_like: &'static str,
    },
    /// UTF-32, which no editor saves by itself.
    #[error("the file looks like UTF-32")]
    Utf32,
    /// UTF-16 that ends within a character, or has half of one.
    #[error("the file looks like UTF-16, and is damaged")]
    DamagedUtf16,
}

const CSV: &str = "CSV UTF-8";
const TEXT: &str = "plain text in UTF-8";

impl NotText {
    /// The document of another program that begins with these bytes, if it is one that people take for text.
    pub(crate) fn document(bytes: &[u8]) -> Option<NotText> {
        let has = |part: &str| memmem::find(bytes, part.as_bytes()).is_some();
        let (kind, remedy) = match bytes {
            [b'P', b'K', 3, 4, ..] if has("xl/") => ("an Excel workbook", CSV),
            [b'P', b'K', 3, 4, ..] if has("opendocument.spreadsheet") => ("a LibreOffice spreadsheet", CSV),
            [b'P', b'K', 3, 4, ..] if has("Index/Document.iwa") => ("a Numbers or Pages document", CSV),
            [b'P', b'K', 3, 4, ..] if has("word/") => ("a Word document", TEXT),
            [b'P', b'K', 3, 4, ..] if has("opendocument.text") => ("a LibreOffice document", TEXT),
            // A workbook's first file, if no more than that is known of it.
            [b'P', b'K', 3, 4, ..] if has("[Content_Types].xml") => {
                ("an Excel workbook or Word document", CSV)
            }
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => {
                ("an Excel workbook or another document of Office", CSV)
            }
            [b'{', b'\\', b'r', b't', b'f', ..] => ("a document in Rich Text Format", TEXT),
            [b'%', b'P', b'D', b'F', b'-', ..] => ("a PDF document", TEXT),
            _ => return None,
        };
        Some(NotText::Document { kind, remedy })
    }

    /// Bytes that are valid UTF-8 up to a place, which counts from the beginning of the file.
    pub(crate) fn not_utf8(bytes: &[u8], at: usize) -> NotText {
        let before = &bytes[..at];
        let column = before.iter().rev().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count() + 1;
        NotText::NotUtf8 { at, line: 1 + line_count(before), column, looks_like: looks_like(bytes, at) }
    }
}

/// The likely encoding of a file that is valid UTF-8 up to a place.
fn looks_like(bytes: &[u8], valid: usize) -> &'static str {
    let is_control = |byte: &&u8| byte.is_ascii_control() && !b"\t\n\r\x0c".contains(byte);
    if bytes.iter().filter(is_control).count() * 20 > bytes.len() {
        return "no text at all";
    }
    let before = bytes[..valid].strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes[..valid]);
    if before.is_ascii() { "Latin-1 or Windows-1252" } else { "a mixture of UTF-8 and another encoding" }
}
