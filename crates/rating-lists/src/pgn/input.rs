//! A sliding window over the text.

use std::io::{self, Read};

use memchr::memchr_iter;
use plaintext::Decoder;

use super::census::Census;
use super::tag::LONGEST_TAG;

/// Number of bytes read at once.
const CHUNK: usize = 256 * 1024;

/// The text from the reader's position on.
pub(super) struct Input<R> {
    decoder: Decoder<R>,
    window: Vec<u8>,
    at: usize,
    is_read: bool,
    /// The line, from 1.
    pub(super) line: u64,
    /// The independent count, up to `counted`.
    pub(super) census: Census,
    counted: usize,
}

impl<R: Read> Input<R> {
    pub(super) fn new(input: R) -> io::Result<Input<R>> {
        let decoder = Decoder::new(input)?;
        let census = Census::default();
        Ok(Input { decoder, window: Vec::new(), at: 0, is_read: false, line: 1, census, counted: 0 })
    }

    /// Reads until a tag of any length is in the window, or the text ends.
    pub(super) fn fill(&mut self) -> io::Result<()> {
        if self.is_read || self.window.len() - self.at > LONGEST_TAG {
            return Ok(());
        }
        self.count();
        self.window.drain(..self.at);
        (self.at, self.counted) = (0, 0);
        while !self.is_read && self.window.len() < CHUNK {
            let held = self.window.len();
            self.window.resize(held + CHUNK, 0);
            let read = self.decoder.read(&mut self.window[held..])?;
            self.window.truncate(held + read);
            self.is_read = read == 0;
        }
        Ok(())
    }

    pub(super) fn rest(&self) -> &[u8] {
        &self.window[self.at..]
    }

    /// Returns `true` if nothing follows the window.
    pub(super) fn is_end(&self) -> bool {
        self.is_read
    }

    /// Skips bytes, and returns `true` if a line ends in them.
    pub(super) fn pass(&mut self, bytes: usize) -> bool {
        let lines = memchr_iter(b'\n', &self.window[self.at..self.at + bytes]).count() as u64;
        self.line += lines;
        self.at += bytes;
        lines > 0
    }

    /// Brings the independent count up to the current position.
    pub(super) fn count(&mut self) {
        self.census.take(&self.window[self.counted..self.at]);
        self.counted = self.at;
    }
}
