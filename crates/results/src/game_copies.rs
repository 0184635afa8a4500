//! The rule for copies of games: equal games count once.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use game::{Outcome, Seat};
use rating::results::{Player, Score};
use tournament::GameRecord;

/// Number of games that are collected before they are sorted.
const FRESH: usize = 1 << 16;

/// The games that count so far, by identity. Of equal games, the first counts and the others are copies. The replay of
/// an annulled game counts, even if its actions are the same.
///
/// A game takes 8 bytes; in a hash set of a million games it would take more than twice as much.
#[derive(Debug, Default)]
pub struct SeenGames {
    /// The sorted games.
    ordered: Vec<GameIdentity>,
    /// The games added since the last merge.
    fresh: HashSet<GameIdentity, BuildHasherDefault<AsItIs>>,
}

/// The identity of a game, shared by all its copies: players, seats, result, start and actions. Two different games
/// have the same identity with probability 2^-64, like the hashes of their actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameIdentity(u64);

impl GameIdentity {
    /// The identity of all games with unknown actions, which have no copies.
    const UNKNOWN: GameIdentity = GameIdentity(0);

    /// Returns the identity of a game of a run, whose players are its entrants.
    pub fn from_record(game: &GameRecord) -> GameIdentity {
        let players = game.seats.0.map(|entrant| Player(entrant.0));
        GameIdentity::new(game.result.content, players, first_score(game.result.outcome))
    }

    /// Returns the identity of a game from the hash of its start and actions (0 if they are not known), its players in
    /// the order of the seats, and the score of the first.
    ///
    /// # Source
    /// Steele, Lea, Flood 2014, the last steps of `SplitMix64`.
    pub fn new(content: u64, [first, second]: [Player; 2], score: Score) -> GameIdentity {
        if content == 0 {
            return GameIdentity::UNKNOWN;
        }
        // There are fewer than 2^28 players.
        let players = u64::from(first.0) << 34 | u64::from(second.0) << 2 | u64::from(score.half_points());
        // A small difference between players changes about half of all bits.
        let mixed = (players ^ players >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        GameIdentity((content ^ mixed ^ mixed >> 31).max(1))
    }
}

/// Returns the score of the first seat.
pub(crate) fn first_score(outcome: Outcome) -> Score {
    match outcome.winner() {
        Some(Seat::First) => Score::Win,
        None => Score::Draw,
        Some(Seat::Second) => Score::Loss,
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
    /// Adds a game if it counts under the rulings. Returns `true` if it counts and is a copy of an earlier one.
    pub fn is_copy(&mut self, counts: bool, game: GameIdentity) -> bool {
        counts && game != GameIdentity::UNKNOWN && !self.insert(game)
    }

    /// Adds a game. Returns `true` if it is new.
    fn insert(&mut self, game: GameIdentity) -> bool {
        let is_new = !self.is_ordered(game) && self.fresh.insert(game);
        if self.fresh.len() == FRESH {
            self.merge();
        }
        is_new
    }

    /// Returns `true` if a game is in `ordered`. The search starts at the position expected for evenly spread games and
    /// continues in steps that double: a binary search in a million games would miss the cache twenty times.
    fn is_ordered(&self, game: GameIdentity) -> bool {
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
        let mut fresh: Vec<GameIdentity> = self.fresh.drain().collect();
        fresh.sort_unstable();
        let mut rest = self.ordered.len();
        let mut end = rest + fresh.len();
        self.ordered.resize(end, GameIdentity::default());
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
        let identity = |number: u64| {
            GameIdentity::new(content(number) | 1, [Player(number as u32), Player(0)], Score::Win)
        };
        let games = || (0..5 * FRESH as u64 / 2).map(identity);
        assert!(games().all(|game| !seen.is_copy(true, game)));
        assert!(games().all(|game| seen.is_copy(true, game)));
        assert_eq!(seen.ordered.len() + seen.fresh.len(), games().count());
        assert!(seen.ordered.is_sorted() && seen.fresh.len() < FRESH);
        assert!(!seen.is_ordered(GameIdentity(u64::MAX)));
    }

    #[test]
    fn a_game_is_new_once_among_many() {
        all_are_found(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        all_are_found(|number| number % 7);
        all_are_found(|number| u64::MAX - number % 7);
        all_are_found(|number| (number % 3) << 62 | number);
    }

    #[test]
    fn the_first_of_equal_games_that_count_is_the_original() {
        let mut seen = SeenGames::default();
        let players = [Player(0), Player(1)];
        let mut is_copy =
            |counts, content| seen.is_copy(counts, GameIdentity::new(content, players, Score::Draw));
        assert!(!is_copy(false, 7), "it was annulled");
        assert!(!is_copy(true, 7), "its replay counts");
        assert!(is_copy(true, 7) && !is_copy(false, 7) && !is_copy(true, 8));
        assert!(!is_copy(true, 0) && !is_copy(true, 0), "nothing is known of them");
        let swapped = [players[1], players[0]];
        for other in [GameIdentity::new(7, swapped, Score::Draw), GameIdentity::new(7, players, Score::Win)] {
            assert!(!seen.is_copy(true, other), "other seats and other results are other games");
        }
    }
}
