//! Random start positions that favour neither seat much.

use game::{Balance, Game, Rules};
use tournament::{RunSeed, StageSeed};

/// Candidates looked at for one opening; then the most balanced of them is taken.
const CANDIDATES: u32 = 50;

/// The start positions of a sequential test, by pair.
///
/// Each is so many random plies into the game ([`Game::opening`]) and is looked at by random playings
/// ([`Balance`]).
pub(crate) struct Book {
    game: &'static dyn Game,
    rules: Rules,
    plies: u32,
    count: Option<u32>,
    seed: StageSeed,
}

impl Book {
    /// Openings from a seed; `count` of them in turn, or a new one for every pair.
    pub(crate) fn new(
        game: &'static dyn Game,
        rules: Rules,
        plies: u32,
        count: Option<u32>,
        seed: RunSeed,
    ) -> Book {
        Book { game, rules, plies, count, seed: StageSeed::new(seed, 0) }
    }

    /// Whether random games get so far at all.
    pub(crate) fn is_possible(&self) -> bool {
        let mut dice = self.seed.dice("whether openings are possible");
        (0..100).any(|_| self.game.opening(&self.rules, self.plies, &mut dice).is_some())
    }

    /// The text of the start position of a pair: a pure function of the book and the pair's number.
    pub(crate) fn opening(&self, pair: u64) -> String {
        let number = self.count.map_or(pair, |count| pair % u64::from(count.max(1)));
        let mut dice = self.seed.dice(&format!("opening {number}"));
        let mut best: Option<(Balance, String)> = None;
        for _ in 0..CANDIDATES {
            let Some(position) = self.game.opening(&self.rules, self.plies, &mut dice) else { continue };
            let balance = Balance::of(&*position, &mut dice);
            if balance.is_fair() {
                return position.to_string();
            }
            if best.as_ref().is_none_or(|(most, _)| balance > *most) {
                best = Some((balance, position.to_string()));
            }
        }
        best.map_or_else(|| self.game.start(&self.rules).to_string(), |(_, text)| text)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn book(count: Option<u32>) -> Book {
        let game = &tank_war::GAME;
        Book::new(game, Rules::defaults(game.options()), 3, count, RunSeed::from(1))
    }

    #[test]
    fn openings_follow_from_the_pairs_number_alone() {
        let texts = |book: &Book| (0..40).map(|pair| book.opening(pair)).collect::<Vec<_>>();
        assert_eq!(texts(&book(None)), texts(&book(None)));
        assert!(texts(&book(None)).iter().collect::<BTreeSet<_>>().len() > 20);
        assert_eq!(book(Some(4)).opening(6), book(None).opening(2));
    }

    #[test]
    fn openings_beyond_the_end_of_games_are_impossible() {
        assert!(book(None).is_possible());
        let game = &tank_war::GAME;
        let long = Book::new(game, Rules::defaults(game.options()), 500, None, RunSeed::from(1));
        assert!(!long.is_possible());
    }
}
