//! Proofs that a match belongs to a run with a root of an earlier version. For roots of the current version, see
//! [`Proof`](crate::Proof).

use crate::hashing::Hashing;
use crate::root::{has_line, names};
use crate::stage_seals::Sealing;
use crate::{Ledger, LedgerError, MatchRow, Root};
use hash::Hash;

/// The text of a root, and the hashes of all matches of a stage whose seal is in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// The text whose hash is the root.
    pub root: String,
    /// The key and the hash of each match of the stage, in the order of keys.
    pub matches: Vec<(i64, [u8; 32])>,
}

impl Ledger {
    /// Returns the proof that the matches of a stage belong to the run with this root.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn inclusion(&self, root: &Root, stage: u16) -> Result<Inclusion, LedgerError> {
        Ok(Inclusion { root: root.text().to_owned(), matches: self.match_hashes(stage)? })
    }
}

impl Inclusion {
    /// Returns `true` if the text of the root names this engine, and this game if it names one.
    pub fn names(&self, engine: &str, game: &str) -> bool {
        let has =
            |name: &str, text: &str| has_line(&self.root, name, blake3::hash(text.as_bytes()).as_bytes());
        let names_no_game = self.root.starts_with(&names::first(Hashing::First));
        has(names::ENGINE, engine) && (names_no_game || has(names::GAME, game))
    }

    /// Returns the root of the run to which this proves a match to belong; `None` if it proves nothing. The caller
    /// compares it with a root from a trusted source.
    pub fn root_of(&self, row: &MatchRow) -> Option<String> {
        let own = (row.key.packed(), row.hash());
        let mut sealing = Sealing::default();
        for (key, hash) in &self.matches {
            sealing.add(*key, hash);
        }
        let is_earlier = [Hashing::First, Hashing::Second]
            .iter()
            .any(|earlier| self.root.starts_with(&names::first(*earlier)));
        let line = names::matches(usize::from(row.key.stage()) + 1);
        let is_shown =
            is_earlier && self.matches.contains(&own) && has_line(&self.root, &line, &sealing.seal());
        is_shown.then(|| Hash::of(self.root.as_bytes()).to_string())
    }
}
