//! Canonical content to be hashed.

use std::collections::BTreeMap;

use crate::EntrantRow;

/// Canonical content to be hashed: numbers as 8 bytes little-endian, texts and bytes after their length.
///
/// It is collected before it is hashed: most content is short, and the hasher is slow with many small pieces. Short
/// content needs no allocation, because there are several per match.
pub(crate) struct Canonical {
    short: [u8; SHORT],
    length: usize,
    /// All of the content, once it is longer than `short`.
    long: Vec<u8>,
}

/// Capacity for a part of a match, its salt and its commitment.
const SHORT: usize = 128;

impl Default for Canonical {
    fn default() -> Canonical {
        Canonical { short: [0; SHORT], length: 0, long: Vec::new() }
    }
}

impl Canonical {
    pub(crate) fn number(&mut self, number: u64) -> &mut Canonical {
        self.add(&number.to_le_bytes());
        self
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> &mut Canonical {
        self.number(bytes.len() as u64);
        self.add(bytes);
        self
    }

    fn add(&mut self, piece: &[u8]) {
        let end = self.length + piece.len();
        if self.long.is_empty() && end <= SHORT {
            self.short[self.length..end].copy_from_slice(piece);
            self.length = end;
            return;
        }
        if self.long.is_empty() {
            self.long.reserve(end);
            self.long.extend_from_slice(&self.short[..self.length]);
        }
        self.long.extend_from_slice(piece);
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Canonical {
        self.bytes(text.as_bytes())
    }

    /// Adds the entrants and the files of a run.
    pub(crate) fn inputs(
        &mut self,
        entrants: &[EntrantRow],
        files: &BTreeMap<String, String>,
    ) -> &mut Canonical {
        self.number(entrants.len() as u64);
        for entrant in entrants {
            self.text(&entrant.name).entered(entrant);
        }
        self.number(files.len() as u64);
        for (name, text) in files {
            self.text(name).text(text);
        }
        self
    }

    /// Adds everything of an entrant except the name.
    pub(crate) fn entered(&mut self, entrant: &EntrantRow) -> &mut Canonical {
        self.text(&entrant.bot);
        self.bytes(entrant.module.as_ref().map_or(&[], |hash| hash.bytes()));
        self.text(&entrant.settings);
        self.text(entrant.size.name());
        self.number(u64::from(entrant.guest));
        let joined = u64::from(entrant.joined) | u64::from(entrant.since) << 32;
        self.text(&entrant.refusal.join("\n")).number(joined)
    }

    pub(crate) fn hash(&self) -> [u8; 32] {
        let short = &self.short[..self.length];
        blake3::hash(if self.long.is_empty() { short } else { &self.long }).into()
    }
}
