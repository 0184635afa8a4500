//! The source of a match's randomness.

use std::sync::LazyLock;

use blake3::hazmat::{ContextKey, HasherExt, hash_derive_key_context};
use game::{Dice, PerSeat, Seat};

/// The secret of one match, from which the random streams of both seats and of chance are derived.
///
/// A seat's key is derived from the seed and the seat with BLAKE3: one seat's key reveals neither the seed nor the
/// other seat's key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MatchSeed([u8; 32]);

impl MatchSeed {
    /// A seed from 32 secret bytes.
    pub const fn new(bytes: [u8; 32]) -> MatchSeed {
        MatchSeed(bytes)
    }

    /// A seed from a number typed by a person.
    pub fn from_number(number: u64) -> MatchSeed {
        MatchSeed(blake3::derive_key("muster match seed from a typed number", &number.to_le_bytes()))
    }

    /// The secret bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The key of a seat's stream.
    pub fn seat_key(&self, seat: Seat) -> [u8; 32] {
        // The keys are requested once per match; hash each context only once.
        static CONTEXTS: LazyLock<PerSeat<ContextKey>> = LazyLock::new(|| {
            PerSeat(
                ["muster random stream of the first seat", "muster random stream of the second seat"]
                    .map(hash_derive_key_context),
            )
        });
        *blake3::Hasher::new_from_context_key(&CONTEXTS[seat]).update(&self.0).finalize().as_bytes()
    }

    /// The stream of outcomes of chance.
    pub fn chance_dice(&self) -> Dice {
        Dice::from_key(blake3::derive_key("muster random stream of chance", &self.0))
    }

    /// A seat's stream from its start.
    pub fn dice(&self, seat: Seat) -> Dice {
        Dice::from_key(self.seat_key(seat))
    }
}

impl std::fmt::Debug for MatchSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MatchSeed(…)")
    }
}
