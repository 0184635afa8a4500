//! All randomness, derived from one number.

use std::sync::LazyLock;

use blake3::hazmat::{ContextKey, HasherExt, hash_derive_key_context};
use game::Dice;

use crate::{EntrantId, MatchKey};

/// The seed of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunSeed(pub [u8; 32]);

impl From<u64> for RunSeed {
    /// The seed from a number in the tournament's file.
    fn from(number: u64) -> RunSeed {
        RunSeed(blake3::derive_key("muster 2026 run seed from number", &number.to_le_bytes()))
    }
}

/// The seed of a match: BLAKE3 key derivation from run seed, stage, round, pairing and game.
pub fn match_seed(run: RunSeed, key: MatchKey) -> [u8; 32] {
    // This is called once or twice a match, so the context is hashed once.
    static CONTEXT: LazyLock<ContextKey> =
        LazyLock::new(|| hash_derive_key_context("muster 2026 match seed"));
    let mut hasher = blake3::Hasher::new_from_context_key(&CONTEXT);
    hasher.update(&run.0).update(&key.packed().to_le_bytes());
    *hasher.finalize().as_bytes()
}

/// The seed of chance in a match: that of the first of two games that swap seats, so that they share their luck.
pub fn luck_seed(run: RunSeed, key: MatchKey) -> [u8; 32] {
    match_seed(run, key.with_game(key.number() & !1, key.attempt()))
}

/// The seed for the lots of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageSeed([u8; 32]);

impl StageSeed {
    /// The seed of a stage of the run.
    pub fn new(run: RunSeed, stage: u16) -> StageSeed {
        StageSeed(derive("muster 2026 stage seed", run.0, &stage.to_le_bytes()))
    }

    /// A stream of random numbers for one purpose, named so that no two purposes share one.
    pub fn dice(self, purpose: &str) -> Dice {
        Dice::from_key(derive("muster 2026 stage dice", self.0, purpose.as_bytes()))
    }

    /// An entrant's lot: the greater one ranks first. No two entrants share one.
    pub fn lot(self, entrant: EntrantId) -> u128 {
        let drawn = derive("muster 2026 lot", self.0, &entrant.0.to_le_bytes());
        let mut high = [0; 16];
        high[..12].copy_from_slice(&drawn[..12]);
        // The low bytes tell entrants apart in case the drawn ones are equal.
        high[12..].copy_from_slice(&entrant.0.to_be_bytes());
        u128::from_be_bytes(high)
    }

    /// Tosses a coin for a pairing.
    pub(crate) fn coin(self, round: u32, pairing: u32) -> bool {
        let place = (u64::from(round) << 32 | u64::from(pairing)).to_le_bytes();
        derive("muster 2026 coin", self.0, &place)[0] & 1 == 1
    }
}

fn derive(context: &str, seed: [u8; 32], of: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key(context);
    hasher.update(&seed).update(of);
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_match_has_a_seed_of_its_own() {
        let run = RunSeed::from(2026);
        let mut seeds = BTreeSet::new();
        for (stage, round, pairing, game) in
            [(0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0, 0, 0, 256)]
        {
            seeds.insert(match_seed(run, MatchKey::new(stage, round, pairing, game).unwrap()));
        }
        seeds.insert(match_seed(RunSeed::from(2027), MatchKey::new(0, 0, 0, 0).unwrap()));
        assert_eq!(seeds.len(), 7);
    }

    #[test]
    fn lots_depend_on_the_stage() {
        let order = |stage| {
            let seed = StageSeed::new(RunSeed::from(1), stage);
            let mut order: Vec<_> = (0..20).map(EntrantId).collect();
            order.sort_by_key(|&entrant| seed.lot(entrant));
            order
        };
        assert_ne!(order(0), order(1));
        assert_eq!(order(0), order(0));
    }
}
