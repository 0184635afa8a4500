//! Which games there were already.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// How many games are gathered before they are put into order.
const FRESH: usize = 1 << 16;

/// Games so far, each by what makes another a copy of it. A game takes 8 bytes; in a set of a million it takes more than
/// twice as much.
#[derive(Debug, Default)]
pub(crate) struct SeenGames {
    /// In order.
    ordered: Vec<PlayedGame>,
    /// Those since then.
    fresh: HashSet<PlayedGame, BuildHasherDefault<AsItIs>>,
}

/// What makes another game a copy of this one, as one number: of two games that are none, it is the same once in 2^64
/// times, as the hash of their actions is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PlayedGame(u64);

impl PlayedGame {
    /// A game by the hash of its start and its actions, and by who played it and how it ended.
    ///
    /// # Source
    /// Steele, Lea, Flood 2014, the last steps of `SplitMix64`.
    pub(crate) const fn new(content: u64, players: u64) -> PlayedGame {
        // Players that differ little change about half of all bits.
        let mixed = (players ^ players >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        PlayedGame(content ^ mixed ^ mixed >> 31)
    }
}

/// The hash of a number that is a hash already.
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
    /// Adds a game. Returns whether it was not there yet.
    pub(crate) fn insert(&mut self, game: PlayedGame) -> bool {
        let is_new = !self.is_ordered(game) && self.fresh.insert(game);
        if self.fresh.len() == FRESH {
            self.merge();
        }
        is_new
    }

    /// Whether a game is in `ordered`. It is looked for where it would be if the games were spread quite evenly, and
    /// from there in steps that double: a binary search in a million would wait for memory twenty times.
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
        // The game at `high` may be the one.
        games[low..games.len().min(high + 1)].binary_search(&game).is_ok()
    }

    /// Puts the fresh ones in order among the others, the last first, without a second list of all.
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

    /// Every game is new once, however the hashes are spread.
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
