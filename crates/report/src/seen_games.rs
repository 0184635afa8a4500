//! Which games there were already.

use std::collections::HashSet;

/// How many games are gathered before they are put into order.
const FRESH: usize = 1 << 16;

/// Games so far, each by what makes another a copy of it. A game takes 16 bytes; in a set of a million it takes more
/// than twice as much.
#[derive(Debug, Default)]
pub(crate) struct SeenGames {
    /// In order.
    ordered: Vec<(u64, u64)>,
    /// Those since then.
    fresh: HashSet<(u64, u64)>,
}

impl SeenGames {
    /// Adds a game. Returns whether it was not there yet.
    pub(crate) fn insert(&mut self, game: (u64, u64)) -> bool {
        let is_new = self.ordered.binary_search(&game).is_err() && self.fresh.insert(game);
        if self.fresh.len() == FRESH {
            self.merge();
        }
        is_new
    }

    /// Puts the fresh ones in order among the others, the last first, without a second list of all.
    fn merge(&mut self) {
        let mut fresh: Vec<(u64, u64)> = self.fresh.drain().collect();
        fresh.sort_unstable();
        let mut rest = self.ordered.len();
        let mut end = rest + fresh.len();
        self.ordered.resize(end, (0, 0));
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

    #[test]
    fn a_game_is_new_once_among_many() {
        let mut seen = SeenGames::default();
        let games = || (0..5 * FRESH as u64 / 2).map(|number| (number % 7, number.wrapping_mul(0x9E37_79B9)));
        assert!(games().all(|game| seen.insert(game)));
        assert!(games().all(|game| !seen.insert(game)));
        assert_eq!(seen.ordered.len() + seen.fresh.len(), games().count());
        assert!(seen.ordered.is_sorted() && seen.fresh.len() < FRESH);
    }
}
