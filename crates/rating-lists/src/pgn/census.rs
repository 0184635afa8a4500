//! An independent count of the tags that name players and results.

use std::ops::AddAssign;

use memchr::memchr_iter;

use crate::game::Mistake;

/// The beginnings of the tags that are counted.
const TAGS: [&[u8]; 3] = [b"[White \"", b"[Black \"", b"[Result \""];
const NAMES: [&str; 3] = ["White", "Black", "Result"];
/// Length of the longest of them in bytes, less one.
const OVERLAP: usize = 8;

/// Number of tags of each name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TagCounts([u64; 3]);

impl TagCounts {
    /// Adds the tags in a part of a text.
    pub(super) fn add(&mut self, text: &[u8]) {
        self.add_behind(text, 0);
    }

    /// Adds the tag that begins here, if there is one.
    pub(super) fn add_first(&mut self, text: &[u8]) {
        for (count, tag) in self.0.iter_mut().zip(TAGS) {
            *count += u64::from(text.starts_with(tag));
        }
    }

    /// Adds the tags in a text that end behind a position.
    fn add_behind(&mut self, text: &[u8], place: usize) {
        for at in memchr_iter(b'[', text) {
            for (count, tag) in self.0.iter_mut().zip(TAGS) {
                *count += u64::from(at + tag.len() > place && text[at..].starts_with(tag));
            }
        }
    }

    /// Checks that another count, up to the end of this line, is the same.
    pub(super) fn check(&self, census: &Census, line: u64) -> Result<(), Mistake> {
        let mut counts = NAMES.into_iter().zip(census.counted.0.into_iter().zip(self.0));
        let Some((name, (counted, read))) = counts.find(|(_, (counted, read))| counted != read) else {
            return Ok(());
        };
        Err(Mistake {
            line,
            what: format!("the file has {counted} {name} tags up to here, but only {read} were read"),
            remedy: "correct the tags of this line".to_owned(),
        })
    }

    /// Returns the number of games that have all three tags.
    pub(super) fn games(self) -> u64 {
        self.0.into_iter().min().unwrap_or(0)
    }
}

impl AddAssign for TagCounts {
    fn add_assign(&mut self, other: TagCounts) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// The count over a text that comes in pieces.
#[derive(Default)]
pub(super) struct Census {
    counted: TagCounts,
    /// The end of the text so far, which may contain the beginning of a tag.
    tail: Vec<u8>,
}

impl Census {
    pub(super) fn take(&mut self, piece: &[u8]) {
        let counted = self.tail.len();
        self.tail.extend_from_slice(piece);
        self.counted.add_behind(&self.tail, counted);
        self.tail.drain(..self.tail.len().saturating_sub(OVERLAP));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_no_difference() {
        let text = br#"[White "A"][Result "*"] [White "B"]{[Black "x"#.repeat(3);
        for size in 1..40 {
            let mut census = Census::default();
            text.chunks(size).for_each(|piece| census.take(piece));
            assert_eq!(census.counted, TagCounts([6, 3, 3]), "{size}");
        }
    }
}
