//! A set of the games seen so far.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Number of games that are collected before they are sorted.
const FRESH: usize = 1 << 16;

/// The games so far, by identity. A game takes 8 bytes; in a hash set of a million games it would take more than twice
/// as much.
#[derive(Debug, Default)]
pub(crate) struct SeenGames {
    /// The sorted games.
    ordered: Vec<PlayedGame>,
    /// The games added since the last merge.
    fresh: HashSet<PlayedGame, BuildHasherDefault<AsItIs>>,
}

/// The identity of a game, shared by all its copies, as one number. Two different games have the same number with
/// probability 2^-64, like the hashes of their actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PlayedGame(u64);

impl PlayedGame {
    /// Returns the identity of a game from the hash of its start and actions, and from its players and result.
    ///
    /// # Source
    /// Steele, Lea, Flood 2014, the last steps of `SplitMix64`.
    pub(crate) const fn new(content: u64, players: u64) -> PlayedGame {
        // A small difference between players changes about half of all bits.
        let mixed = (players ^ players >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        PlayedGame(content ^ mixed ^ mixed >> 31)
    }
}

/// A hasher for numbers that are hashes already.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

impl SeenGames {
    /// Adds a game. Returns `true` if it is new.
    pub(crate) fn insert(&mut self, game: PlayedGame) -> bool {
        let is_new = !self.is_ordered(game) && self.fresh.insert(game);
        if self.fresh.len() == FRESH {
            self.merge();
        }
        is_new
    }

    /// Returns `true` if a game is in `ordered`. The search starts at the position expected for evenly spread games and
    /// continues in steps that double: a binary search in a million games would miss the cache twenty times.
    fn is_ordered(&self, game: PlayedGame) -> bool {
        let games = &self.ordered;
        let place = ((u128::from(game.0) * games.len() as u128) >> u64::BITS) as usize;
        let (mut low, mut high) = (place, place);
        let mut step = 64;
        while low > 0 && games[low] > game {
            low = low.saturating_sub(step);
            step *= 2;
        }
        while high < games.len() && games[high] < game {
            high = (high + step).min(games.len());
            step *= 2;
        }
        // The game may be the one at `high`.
        games[low..games.len().min(high + 1)].binary_search(&game).is_ok()
    }

    /// Merges the fresh games into the sorted ones from the end, without a second list of all.
    fn merge(&mut self) {
        let mut fresh: Vec<PlayedGame> = self.fresh.drain().collect();
        fresh.sort_unstable();
        let mut rest = self.ordered.len();
        let mut end = rest + fresh.len();
        self.ordered.resize(end, PlayedGame::default());
        while let Some(game) = fresh.pop() {
            while rest > 0 && self.ordered[rest - 1] > game {
                (rest, end) = (rest - 1, end - 1);
                self.ordered[end] = self.ordered[rest];
            }
            end -= 1;
            self.ordered[end] = game;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every game is new exactly once, for any distribution of hashes.
    fn all_are_found(content: impl Fn(u64) -> u64) {
        let mut seen = SeenGames::default();
        let games = || (0..5 * FRESH as u64 / 2).map(|number| PlayedGame::new(content(number), number));
        assert!(games().all(|game| seen.insert(game)));
        assert!(games().all(|game| !seen.insert(game)));
        assert_eq!(seen.ordered.len() + seen.fresh.len(), games().count());
        assert!(seen.ordered.is_sorted() && seen.fresh.len() < FRESH);
        assert!(!seen.is_ordered(PlayedGame::new(u64::MAX, u64::MAX)));
    }

    #[test]
    fn a_game_is_new_once_among_many() {
        all_are_found(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        all_are_found(|number| number % 7);
        all_are_found(|number| u64::MAX - number % 7);
        all_are_found(|number| (number % 3) << 62 | number);
    }
}
