//! Compression with the same result on every machine: a pure Rust encoder of a fixed version, and no time stamp.

use std::io::{self, Write};

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};

/// The operating system in the header: unknown.
const NO_SYSTEM: u8 = 255;

/// The compression level for bytes that are read often.
pub(crate) const SMALL: Compression = Compression::new(6);
/// The compression level for large bytes that are read once.
pub(crate) const FAST: Compression = Compression::new(2);

/// Returns the bytes as one member of a gzip file. Concatenated members are a gzip file, too.
pub(crate) fn gzip(bytes: &[u8], effort: Compression) -> Vec<u8> {
    let mut out = Gzip::new(effort);
    out.0.write_all(bytes).expect("memory takes every byte");
    out.finish()
}

/// One member of a gzip file, written piece by piece.
pub(crate) struct Gzip(GzEncoder<Vec<u8>>);

impl Gzip {
    pub(crate) fn new(effort: Compression) -> Gzip {
        Gzip(GzBuilder::new().mtime(0).operating_system(NO_SYSTEM).write(Vec::new(), effort))
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.0.finish().expect("memory takes every byte")
    }
}

impl Write for Gzip {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::MultiGzDecoder;

    use super::*;

    #[test]
    fn members_are_read_as_one_file() {
        let file = [gzip(b"one\n", FAST), gzip(b"two\n", SMALL)].concat();
        let mut text = String::new();
        MultiGzDecoder::new(&file[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "one\ntwo\n");
    }

    #[test]
    fn the_bytes_are_those_of_every_other_machine() {
        // A new version of the encoder may give other bytes. Then every site changes, which the release notes should
        // mention.
        let bytes: Vec<u8> = (0..9000_u32).map(|number| (number * number % 97) as u8).collect();
        let hash = |effort| viewer::source_hash(&viewer::base64(&gzip(&bytes, effort)));
        let hashes = [hash(SMALL), hash(FAST)];
        assert_eq!(
            hashes,
            [
                "'sha256-Bi48st2TIz1wA4bSPkjHAx2RhgI5NAXRCBz1Ld5oDs4='",
                "'sha256-Vim2MI1/BDFiVFC/3NnM/CUyzU+44NAQKy4gFc/fQ2s='"
            ]
        );
    }
}
