//! Randomness that is equal on every machine.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// A stream of random numbers from a 32-byte key: ChaCha with 8 rounds.
///
/// The same key gives the same stream on every machine. One seat's key does not reveal the other's.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Returns the stream of a key.
    pub fn from_key(key: [u8; 32]) -> Dice {
        Dice(ChaCha8Rng::from_seed(key))
    }

    /// Returns the stream of a small number, for tests and for seeds typed by people.
    pub fn from_number(number: u64) -> Dice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number.to_le_bytes());
        Dice::from_key(key)
    }

    /// Returns the next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Number of 64-bit values drawn so far.
    pub fn drawn(&self) -> u64 {
        // A word of the stream has 32 bits; words are drawn in pairs.
        (self.0.get_word_pos() / 2) as u64
    }

    /// Fills bytes, 64 bits at a time. Drops the unused bits of the last 64.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.bits().to_le_bytes()[..chunk.len()]);
        }
    }

    /// Returns a uniformly random number below `bound`.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is below 0");
        let bound = bound as u64;
        // Lemire's multiply-shift, with rejection of the short first block.
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            if product as u64 >= threshold {
                return (product >> 64) as usize;
            }
        }
    }

    /// Returns a uniformly random item; `None` if the slice is empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// Shuffles the items uniformly.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_gives_a_fixed_stream() {
        // ChaCha8 with an all-zero key: the first words of its published keystream, 3e00ef2f 895f40d6…
        let mut dice = Dice::from_key([0; 32]);
        assert_eq!(dice.bits().to_le_bytes(), [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6]);
    }

    #[test]
    fn bytes_are_those_of_whole_numbers() {
        let (mut dice, mut same) = (Dice::from_number(3), Dice::from_number(3));
        let mut bytes = [0; 11];
        dice.fill(&mut bytes);
        assert_eq!(bytes[..8], same.bits().to_le_bytes());
        assert_eq!(bytes[8..], same.bits().to_le_bytes()[..3]);
        assert_eq!(dice.bits(), same.bits());
    }

    #[test]
    fn what_was_drawn_is_counted() {
        let mut dice = Dice::from_number(3);
        dice.bits();
        dice.fill(&mut [0; 11]);
        assert_eq!(dice.drawn(), 3);
        for _ in 0..1_000 {
            dice.bits();
        }
        assert_eq!(dice.drawn(), 1_003);
    }

    #[test]
    fn below_reaches_every_number_and_no_other() {
        let mut dice = Dice::from_number(7);
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[dice.below(6)] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
    }

    #[test]
    fn shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..100).collect();
        Dice::from_number(1).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
