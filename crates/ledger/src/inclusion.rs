//! What shows that a match is one of a run with a root of an earlier version, without the run. A [`Proof`](crate::Proof)
//! is what the current version has.

use crate::hashing::Hashing;
use crate::root::{has_line, names};
use crate::stage_seals::Sealing;
use crate::{Ledger, LedgerError, MatchRow, Root};
use hash::Hash;

/// The text of a root, and the hashes of all matches of one stage, of which the text has the seal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// The text that the root is the hash of.
    pub root: String,
    /// The key and the hash of each match of the stage, in the order of keys.
    pub matches: Vec<(i64, [u8; 32])>,
}

impl Ledger {
    /// Returns what shows that the matches of a stage are of the run with this root.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn inclusion(&self, root: &Root, stage: u16) -> Result<Inclusion, LedgerError> {
        Ok(Inclusion { root: root.text().to_owned(), matches: self.match_hashes(stage)? })
    }
}

impl Inclusion {
    /// Whether the text of the root names this engine, and this game if it names one.
    pub fn names(&self, engine: &str, game: &str) -> bool {
        let has =
            |name: &str, text: &str| has_line(&self.root, name, blake3::hash(text.as_bytes()).as_bytes());
        let names_no_game = self.root.starts_with(&names::first(Hashing::First));
        has(names::ENGINE, engine) && (names_no_game || has(names::GAME, game))
    }

    /// The root of the run that this shows a match to be of; `None` if it shows nothing of it. Whoever knows the root
    /// from elsewhere knows then that the match is of that run.
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
