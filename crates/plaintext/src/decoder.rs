//! Decoding of a text of any length while it is read.

use std::io::{self, Read};

use memchr::memchr;

use crate::NotText;
use crate::encoding::Encoding;

/// Number of bytes to read at a time.
const CHUNK: usize = 64 * 1024;

/// Reads a text without its byte order mark as UTF-8, with lone carriage returns turned into line feeds; a carriage
/// return before a line feed stays. Bytes that are not UTF-8 are passed on unchanged; half a character of UTF-16
/// becomes U+FFFD.
pub struct Decoder<R> {
    inner: R,
    encoding: Encoding,
    /// Bytes that are not decoded yet.
    raw: Vec<u8>,
    /// Decoded bytes; those before `at` were already returned.
    decoded: Vec<u8>,
    at: usize,
    is_end: bool,
}

impl<R: Read> Decoder<R> {
    /// Starts reading.
    ///
    /// # Errors
    /// If the input cannot be read, or starts like a document of another program.
    pub fn new(inner: R) -> io::Result<Decoder<R>> {
        let encoding = Encoding::Utf8 { marked: false };
        let (raw, decoded) = (Vec::new(), Vec::new());
        let mut decoder = Decoder { inner, encoding, raw, decoded, at: 0, is_end: false };
        // The first bytes identify a document.
        while decoder.raw.len() < CHUNK && !decoder.is_end {
            decoder.read_more()?;
        }
        if let Some(document) = NotText::document(&decoder.raw) {
            return Err(io::Error::other(document));
        }
        decoder.encoding = Encoding::detect(&decoder.raw).map_err(io::Error::other)?;
        decoder.raw.drain(..decoder.encoding.mark());
        decoder.decode();
        Ok(decoder)
    }

    fn read_more(&mut self) -> io::Result<()> {
        let known = self.raw.len();
        self.raw.resize(known + CHUNK, 0);
        let read = loop {
            match self.inner.read(&mut self.raw[known..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.raw.truncate(known + *read.as_ref().unwrap_or(&0));
        self.is_end = read? == 0;
        Ok(())
    }

    /// Decodes the complete characters among the bytes read so far.
    fn decode(&mut self) {
        self.decoded.drain(..self.at);
        self.at = 0;
        let begin = self.decoded.len();
        if let Encoding::Utf8 { .. } = self.encoding {
            self.decoded.append(&mut self.raw);
        } else {
            self.decode_utf16();
        }
        // A line feed may follow a carriage return.
        let held = self.decoded.last() == Some(&b'\r') && !self.is_end;
        let end = self.decoded.len();
        let (mut at, end) = (begin.saturating_sub(1), end - usize::from(held));
        while let Some(found) = memchr(b'\r', &self.decoded[at.min(end)..end]) {
            at += found + 1;
            if self.decoded.get(at) != Some(&b'\n') {
                self.decoded[at - 1] = b'\n';
            }
        }
    }

    fn decode_utf16(&mut self) {
        let (units, half) = self.raw.as_chunks::<2>();
        let mut units: Vec<u16> = units.iter().map(|&unit| self.encoding.unit(unit)).collect();
        let is_high = |unit: &u16| (0xD800..0xDC00).contains(unit);
        let mut rest = half.to_vec();
        if !self.is_end && units.last().is_some_and(is_high) {
            units.pop();
            rest = self.raw[units.len() * 2..].to_vec();
        }
        let decoded =
            char::decode_utf16(units).map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER));
        let mut text: String = decoded.collect();
        if self.is_end && !rest.is_empty() {
            rest.clear();
            text.push(char::REPLACEMENT_CHARACTER);
        }
        self.decoded.extend_from_slice(text.as_bytes());
        self.raw = rest;
    }

    /// Returns the decoded bytes that are ready: not a carriage return whose line feed may follow.
    fn ready(&self) -> &[u8] {
        let held = self.decoded.last() == Some(&b'\r') && !self.is_end;
        &self.decoded[self.at..self.decoded.len() - usize::from(held && self.decoded.len() > self.at)]
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.ready().is_empty() && !self.is_end {
            self.read_more()?;
            self.decode();
        }
        let ready = self.ready();
        let taken = ready.len().min(into.len());
        into[..taken].copy_from_slice(&ready[..taken]);
        self.at += taken;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A reader that returns a few bytes at a time.
    struct Slow<'b>(&'b [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let size = self.1.min(into.len()).min(self.0.len());
            into[..size].copy_from_slice(&self.0[..size]);
            self.0 = &self.0[size..];
            Ok(size)
        }
    }

    fn decoded(bytes: &[u8], size: usize) -> String {
        let mut text = String::new();
        Decoder::new(Slow(bytes, size)).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    proptest! {
        #[test]
        fn a_stream_is_what_the_whole_file_is(text in "([a-c]|[\r\n]|é|😀){0,40}", encoding in 0..4, size in 1..9_usize) {
            let encoding = [
                Encoding::Utf8 { marked: false },
                Encoding::Utf8 { marked: true },
                Encoding::Utf16Le { marked: true },
                Encoding::Utf16Be { marked: true },
            ][encoding as usize];
            // Longer than a chunk.
            let long = format!("{}{text}", "ab\r\n".repeat(CHUNK / 4));
            for text in [text.as_str(), &long] {
                let bytes = encoding.encode(text);
                prop_assert_eq!(&crate::read(&bytes).unwrap(), &text.replace("\r\n", "\0").replace('\r', "\n").replace('\0', "\r\n"));
                prop_assert_eq!(decoded(&bytes, if text.len() > 99 { size * 9_999 } else { size }), crate::read(&bytes).unwrap());
                let whole = crate::decode(&bytes).unwrap();
                prop_assert_eq!(whole.encoding.encode(&whole.text), bytes);
            }
        }
    }

    #[test]
    fn a_document_is_named_and_half_a_character_is_replaced() {
        let refused = |bytes: &[u8]| Decoder::new(bytes).err().unwrap().to_string();
        assert_eq!(refused(b"PK\x03\x04 xl/workbook.xml"), "this is an Excel workbook: save it as CSV UTF-8");
        assert_eq!(refused(b"%PDF-1.7"), "this is a PDF document: save it as plain text in UTF-8");
        assert_eq!(refused(b"a\0\0\0b\0\0\0"), "the file looks like UTF-32");
        assert_eq!(decoded(b"\xFF\xFEa\0\x3D\xD8", 1), "a\u{FFFD}");
        assert_eq!(decoded(b"\xFF\xFEa\0b", 1), "a\u{FFFD}");
        assert_eq!(decoded(b"a\0b\0", 1), "ab");
    }
}
