//! Random start positions that do not favour either seat much, each used once as long as new ones are found.

use std::collections::BTreeSet;
use std::sync::Arc;

use game::{Balance, Dice, Game, Rules};
use tournament::{RunSeed, StageSeed};

/// The number of candidates tried for one opening of one length.
const CANDIDATES: u32 = 200;
/// The most plies by which openings may become longer than asked for.
const MOST_MORE_PLIES: u32 = 16;

/// The start positions of a sequential test, by pair.
///
/// Each is the given number of random plies into the game ([`Game::opening`]), different from all before it, and
/// balanced as far as random games show ([`Balance`]). When too many candidates in a row were used before or are not
/// balanced, openings become a ply longer: a deterministic bot gains nothing from playing an opening twice, and a game
/// may have only a hundred openings of four plies. When no new opening of any length is found, the earlier ones are
/// used again in the same order.
pub(crate) struct Book {
    game: &'static dyn Game,
    rules: Rules,
    plies: u32,
    count: Option<u64>,
    seed: StageSeed,
    /// The number of plies by which openings have become longer.
    more: u32,
    /// Openings found so far, in order.
    found: Vec<Arc<str>>,
    /// Every candidate tried so far, used or not.
    seen: BTreeSet<Arc<str>>,
    /// Whether no more openings can be found.
    is_exhausted: bool,
}

impl Book {
    /// Openings from a seed: `count` of them in turn, or a new one for every pair.
    pub(crate) fn new(
        game: &'static dyn Game,
        rules: Rules,
        plies: u32,
        count: Option<u32>,
        seed: RunSeed,
    ) -> Book {
        Book {
            game,
            rules,
            plies,
            count: count.map(|count| u64::from(count.max(1))),
            seed: StageSeed::new(seed, 0),
            more: 0,
            found: Vec::new(),
            seen: BTreeSet::new(),
            is_exhausted: false,
        }
    }

    /// Whether random games last that many plies at all.
    pub(crate) fn is_possible(&self) -> bool {
        let mut dice = self.seed.dice("whether openings are possible");
        (0..100).any(|_| self.game.opening(&self.rules, self.plies, &mut dice).is_some())
    }

    /// Returns the text of a pair's start position, which depends only on the book and on the pair's number.
    ///
    /// This also finds the openings of all earlier pairs.
    pub(crate) fn opening(&mut self, pair: u64) -> Arc<str> {
        let number = self.count.map_or(pair, |count| pair % count) as usize;
        while self.found.len() <= number && !self.is_exhausted {
            let mut dice = self.seed.dice(&format!("opening {}", self.found.len()));
            match self.next(&mut dice) {
                Some(opening) => self.found.push(opening),
                None => self.is_exhausted = true,
            }
        }
        match self.found.len() {
            0 => self.game.start(&self.rules).to_string().into(),
            found => Arc::clone(&self.found[number % found]),
        }
    }

    /// Finds a new opening, as short as possible, balanced if there is one; `None` when there is no new opening.
    fn next(&mut self, dice: &mut Dice) -> Option<Arc<str>> {
        let mut best: Option<(Balance, Arc<str>)> = None;
        loop {
            for _ in 0..CANDIDATES {
                let plies = self.plies + self.more;
                let Some(position) = self.game.opening(&self.rules, plies, dice) else { continue };
                let text: Arc<str> = position.to_string().into();
                if !self.seen.insert(Arc::clone(&text)) {
                    continue;
                }
                let balance = Balance::of(&*position, dice);
                if balance.is_fair() {
                    return Some(text);
                }
                if best.as_ref().is_none_or(|(most, _)| balance > *most) {
                    best = Some((balance, text));
                }
            }
            if self.more == MOST_MORE_PLIES {
                break;
            }
            self.more += 1;
        }
        best.map(|(_, text)| text)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn book(plies: u32, count: Option<u32>) -> Book {
        let game = &tank_war::GAME;
        Book::new(game, Rules::defaults(game.options()), plies, count, RunSeed::from(1))
    }

    fn texts(mut book: Book, pairs: u64) -> Vec<Arc<str>> {
        (0..pairs).map(|pair| book.opening(pair)).collect()
    }

    #[test]
    fn openings_follow_from_the_pairs_number_alone() {
        assert_eq!(texts(book(3, None), 40), texts(book(3, None), 40));
        assert_eq!(book(3, None).opening(7), texts(book(3, None), 8)[7]);
        assert_eq!(book(3, Some(4)).opening(6), book(3, None).opening(2));
    }

    /// There are only some dozen openings of three plies; a test of two deterministic bots needs more.
    #[test]
    fn no_opening_comes_twice() {
        let texts = texts(book(3, None), 1_500);
        assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len());
    }

    /// The supply of openings is finite: near its end there is hardly a choice.
    #[test]
    fn when_there_are_no_more_the_same_come_again() {
        let mut book = book(3, None);
        let many: Vec<Arc<str>> = (0..20_000).map(|pair| book.opening(pair)).collect();
        let found = book.found.len();
        assert!(book.is_exhausted && found < many.len());
        assert_eq!(many[found..2 * found], many[..found]);
    }

    #[test]
    fn openings_beyond_the_end_of_games_are_impossible() {
        assert!(book(3, None).is_possible());
        assert!(!book(500, None).is_possible());
    }
}
