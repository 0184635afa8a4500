//! Conversion of bytes to text and back.

use std::borrow::Cow;

use memchr::memchr;

use crate::NotText;

/// The byte order mark. Spreadsheets read a CSV file that starts with it as UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// The encoding of a text, and its byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8 {
        /// `true` if the text starts with a byte order mark.
        marked: bool,
    },
    /// UTF-16, little-endian: "Unicode" in Windows.
    Utf16Le {
        /// `true` if the text starts with a byte order mark.
        marked: bool,
    },
    /// UTF-16, big-endian.
    Utf16Be {
        /// `true` if the text starts with a byte order mark.
        marked: bool,
    },
}

/// A text without its byte order mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text<'b> {
    /// The text.
    pub text: Cow<'b, str>,
    /// Its encoding.
    pub encoding: Encoding,
}

impl Encoding {
    /// Returns the encoding of a text, judged by its first bytes. A text has no NUL, so a NUL among its first two
    /// characters is half of a UTF-16 character.
    ///
    /// # Errors
    /// If it is UTF-32.
    pub(crate) fn detect(first: &[u8]) -> Result<Encoding, NotText> {
        match *first {
            [0xFF, 0xFE, 0, 0, ..]
            | [0, 0, 0xFE, 0xFF, ..]
            | [1..=255, 0, 0, 0, ..]
            | [0, 0, 0, 1..=255, ..] => Err(NotText::Utf32),
            [0xFF, 0xFE, ..] => Ok(Encoding::Utf16Le { marked: true }),
            [0xFE, 0xFF, ..] => Ok(Encoding::Utf16Be { marked: true }),
            [1..=255, 0, 1..=255, 0, ..] => Ok(Encoding::Utf16Le { marked: false }),
            [0, 1..=255, 0, 1..=255, ..] => Ok(Encoding::Utf16Be { marked: false }),
            _ => Ok(Encoding::Utf8 { marked: first.starts_with(BYTE_ORDER_MARK.as_bytes()) }),
        }
    }

    /// Returns the length of the byte order mark in bytes.
    pub(crate) fn mark(self) -> usize {
        match self {
            Encoding::Utf8 { marked } => usize::from(marked) * 3,
            Encoding::Utf16Le { marked } | Encoding::Utf16Be { marked } => usize::from(marked) * 2,
        }
    }

    /// Returns the unit of UTF-16 in two bytes.
    pub(crate) fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Encoding::Utf16Be { .. } => u16::from_be_bytes(bytes),
            _ => u16::from_le_bytes(bytes),
        }
    }

    /// Encodes a text in this encoding, with a byte order mark if this encoding has one.
    pub fn encode(self, text: &str) -> Vec<u8> {
        let mark = if self.mark() > 0 { BYTE_ORDER_MARK } else { "" };
        let units = || mark.encode_utf16().chain(text.encode_utf16());
        match self {
            Encoding::Utf8 { .. } => [mark.as_bytes(), text.as_bytes()].concat(),
            Encoding::Utf16Le { .. } => units().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be { .. } => units().flat_map(u16::to_be_bytes).collect(),
        }
    }
}

/// Decodes a whole file. Line endings do not change.
///
/// # Errors
/// If it is not text; the error names its kind.
pub fn decode(bytes: &[u8]) -> Result<Text<'_>, NotText> {
    if let Some(document) = NotText::document(bytes) {
        return Err(document);
    }
    let encoding = Encoding::detect(bytes)?;
    let rest = &bytes[encoding.mark()..];
    let text = if let Encoding::Utf8 { .. } = encoding {
        let text = std::str::from_utf8(rest);
        Cow::Borrowed(text.map_err(|error| NotText::not_utf8(bytes, encoding.mark() + error.valid_up_to()))?)
    } else {
        let (units, half) = rest.as_chunks::<2>();
        let units = units.iter().map(|&unit| encoding.unit(unit));
        let text: Result<String, _> = char::decode_utf16(units).collect();
        Cow::Owned(text.ok().filter(|_| half.is_empty()).ok_or(NotText::DamagedUtf16)?)
    };
    Ok(Text { text, encoding })
}

/// Reads a whole file whose line endings do not matter. Lone carriage returns become line feeds.
///
/// # Errors
/// If it is not text; the error names its kind.
pub fn read(bytes: &[u8]) -> Result<String, NotText> {
    let text = decode(bytes)?.text;
    if memchr(b'\r', text.as_bytes()).is_none() {
        return Ok(text.into_owned());
    }
    let mut characters = text.chars().peekable();
    let mut read = String::with_capacity(text.len());
    while let Some(character) = characters.next() {
        let is_lone = character == '\r' && characters.peek() != Some(&'\n');
        read.push(if is_lone { '\n' } else { character });
    }
    Ok(read)
}

/// Does the same for a file of any kind: bytes that are not text are replaced.
pub fn read_lossy(bytes: &[u8]) -> String {
    read(bytes).unwrap_or_else(|_| String::from_utf8_lossy(bytes).into_owned())
}
