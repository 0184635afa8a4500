//! Random start positions that favour neither seat much. Each is used once, as long as new ones are found.

use std::collections::BTreeSet;
use std::sync::Arc;

use game::{Balance, Dice, Game, Rules};
use tournament::{RunSeed, StageSeed};

/// Number of candidates tried for one opening of one length.
const CANDIDATES: u32 = 200;
/// Maximum number of plies by which openings may exceed the requested length.
const MOST_MORE_PLIES: u32 = 16;

/// Number of random openings of one length that are tried. Nearly all must differ for that length to have enough
/// openings.
const TRIED: u32 = 1_000;
const MOST_REPEATED: usize = 10;
/// Maximum number of openings to draw from if no length has enough: the shortest ones.
const MOST_DRAWN: usize = 1_000;

/// The choice of start positions for the pairs of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningChoice {
    /// The shortest openings not used before. They become longer as pairs go on.
    Shortest {
        /// Number of openings used in turn; `None` for a new one for every pair.
        in_turn: Option<u32>,
    },
    /// Openings drawn from one distribution, independent of the pair's number: those of the shortest length that has
    /// enough, or the thousand shortest if none has. When the openings run out, the same ones repeat.
    Alike,
}

/// The start positions of a sequential test or a comparison, by pair.
///
/// With [`OpeningChoice::Shortest`], each opening is the given number of random plies into the game
/// ([`Game::opening`]), different from all before it, and balanced as far as random games show ([`Balance`]). When too
/// many candidates in a row are used or unbalanced, openings become a ply longer: a deterministic bot gains nothing
/// from playing an opening twice, and a game may have only a hundred openings of four plies. When no new opening of any
/// length is found, the earlier ones are used again in the same order.
pub(crate) struct Book {
    game: &'static dyn Game,
    rules: Rules,
    plies: u32,
    count: Option<u64>,
    seed: StageSeed,
    /// Number of plies by which openings have become longer. `most_more` is its maximum.
    more: u32,
    most_more: u32,
    /// Openings found so far, in order.
    found: Vec<Arc<str>>,
    /// Every candidate tried so far, used or not.
    seen: BTreeSet<Arc<str>>,
    /// `true` if no more openings can be found.
    is_exhausted: bool,
}

impl Book {
    /// Openings of at least that many plies, from a seed.
    pub(crate) fn new(
        game: &'static dyn Game,
        rules: Rules,
        plies: u32,
        choice: OpeningChoice,
        seed: RunSeed,
    ) -> Book {
        let count = match choice {
            OpeningChoice::Shortest { in_turn } => in_turn.map(|count| u64::from(count.max(1))),
            OpeningChoice::Alike => None,
        };
        let mut book = Book {
            game,
            rules,
            plies,
            count,
            seed: StageSeed::new(seed, 0),
            more: 0,
            most_more: MOST_MORE_PLIES,
            found: Vec::new(),
            seen: BTreeSet::new(),
            is_exhausted: false,
        };
        if choice == OpeningChoice::Alike && book.is_possible() {
            book.draw_alike();
        }
        book
    }

    /// Settles on one length with enough openings, or finds the shortest openings and shuffles them.
    fn draw_alike(&mut self) {
        if let Some(plies) = (self.plies..=self.plies + MOST_MORE_PLIES).find(|&plies| self.has_enough(plies))
        {
            (self.plies, self.most_more) = (plies, 0);
            return;
        }
        let mut dice = self.seed.dice("the shortest openings");
        while self.found.len() < MOST_DRAWN {
            match self.next(&mut dice) {
                // Stops when only unbalanced openings are left, but takes one if there is no other.
                Some((text, true)) => self.found.push(text),
                Some((text, false)) if self.found.is_empty() => self.found.push(text),
                _ => break,
            }
        }
        dice.shuffle(&mut self.found);
        self.is_exhausted = true;
    }

    /// Returns `true` if nearly all of many random openings of a length differ.
    fn has_enough(&self, plies: u32) -> bool {
        let mut dice = self.seed.dice(&format!("openings of {plies} plies"));
        let mut seen = BTreeSet::new();
        let mut repeated = 0;
        for _ in 0..TRIED {
            let opening = self.game.opening(&self.rules, plies, &mut dice);
            repeated += usize::from(!opening.is_some_and(|position| seen.insert(position.to_string())));
            if repeated > MOST_REPEATED {
                return false;
            }
        }
        true
    }

    /// Returns `true` if random games last that many plies at all.
    pub(crate) fn is_possible(&self) -> bool {
        let mut dice = self.seed.dice("whether openings are possible");
        (0..100).any(|_| self.game.opening(&self.rules, self.plies, &mut dice).is_some())
    }

    /// Minimum and maximum number of plies of the openings found so far.
    pub(crate) fn plies(&self) -> [u32; 2] {
        [self.plies, self.plies + self.more]
    }

    /// Number of different openings for that many pairs.
    pub(crate) fn count(&self, pairs: u64) -> u64 {
        if self.is_exhausted { pairs.min(self.found.len().max(1) as u64) } else { pairs }
    }

    /// Returns the text of a pair's start position. It depends only on the book and on the pair's number.
    ///
    /// Also finds the openings of all earlier pairs.
    pub(crate) fn opening(&mut self, pair: u64) -> Arc<str> {
        let number = self.count.map_or(pair, |count| pair % count) as usize;
        while self.found.len() <= number && !self.is_exhausted {
            let mut dice = self.seed.dice(&format!("opening {}", self.found.len()));
            match self.next(&mut dice) {
                Some((opening, _)) => self.found.push(opening),
                None => self.is_exhausted = true,
            }
        }
        match self.found.len() {
            0 => self.game.start(&self.rules).to_string().into(),
            found => Arc::clone(&self.found[number % found]),
        }
    }

    /// Finds a new opening, as short as possible and balanced if possible. The flag is `true` if it is balanced.
    /// Returns `None` if there is no new opening.
    fn next(&mut self, dice: &mut Dice) -> Option<(Arc<str>, bool)> {
        let mut best: Option<(Balance, Arc<str>)> = None;
        loop {
            for _ in 0..CANDIDATES {
                let plies = self.plies + self.more;
                let Some(position) = self.game.opening(&self.rules, plies, dice) else { continue };
                let text: Arc<str> = position.to_string().into();
                if !self.seen.insert(Arc::clone(&text)) {
                    continue;
                }
                let balance = Balance::measure(&*position, dice);
                if balance.is_fair() {
                    return Some((text, true));
                }
                if best.as_ref().is_none_or(|(most, _)| balance > *most) {
                    best = Some((balance, text));
                }
            }
            if self.more == self.most_more {
                break;
            }
            self.more += 1;
        }
        best.map(|(_, text)| (text, false))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn book(plies: u32, count: Option<u32>) -> Book {
        let game = &tank_war::GAME;
        let choice = OpeningChoice::Shortest { in_turn: count };
        Book::new(game, Rules::defaults(game.options()), plies, choice, RunSeed::from(1))
    }

    fn alike(game: &'static dyn Game, plies: u32, seed: u64) -> Book {
        Book::new(game, Rules::defaults(game.options()), plies, OpeningChoice::Alike, RunSeed::from(seed))
    }

    /// The average number of rounds played, which is the last word of a position's text.
    fn rounds(texts: &[Arc<str>]) -> f64 {
        let played = texts.iter().filter_map(|text| text.rsplit(' ').next()?.parse::<f64>().ok());
        played.sum::<f64>() / texts.len() as f64
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

    /// Only a few dozen openings of three plies exist; a test of two deterministic bots needs more.
    #[test]
    fn no_opening_comes_twice() {
        let texts = texts(book(3, None), 1_500);
        assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len());
    }

    /// The supply of openings is finite, and near its end there is hardly a choice.
    #[test]
    fn when_there_are_no_more_the_same_come_again() {
        let mut book = book(3, None);
        let many: Vec<Arc<str>> = (0..20_000).map(|pair| book.opening(pair)).collect();
        let found = book.found.len();
        assert!(book.is_exhausted && found < many.len());
        assert_eq!(many[found..2 * found], many[..found]);
    }

    /// Tank War has a few hundred openings of four plies. A comparison of more pairs used to continue with longer ones,
    /// on which bots score differently.
    #[test]
    fn openings_of_many_pairs_are_as_far_into_the_game_as_those_of_few() {
        let apart = |book: fn() -> Book| {
            let texts = texts(book(), 600);
            rounds(&texts[300..]) - rounds(&texts[..300])
        };
        let (shortest, alike) = (apart(|| book(4, None)), apart(|| alike(&tank_war::GAME, 4, 1)));
        assert!(shortest > 1.0 && alike.abs() < 0.5, "{shortest} {alike}");
    }

    #[test]
    fn openings_alike_follow_from_the_pairs_number_and_do_not_come_twice_as_long_as_there_are_more() {
        let book = alike(&tank_war::GAME, 4, 1);
        let supply = book.found.len();
        let all = texts(book, 2 * supply as u64);
        assert_eq!(all[..40], texts(alike(&tank_war::GAME, 4, 1), 40));
        assert_eq!(supply, MOST_DRAWN);
        assert_eq!(all[..supply].iter().collect::<BTreeSet<_>>().len(), supply);
        assert_eq!(all[supply..], all[..supply]);
        assert_ne!(all[..40], texts(alike(&tank_war::GAME, 4, 2), 40));
    }

    #[test]
    fn where_a_length_has_openings_enough_all_are_of_it() {
        let book = alike(&tank_chess::GAME, 1, 1);
        assert_eq!((book.plies, book.most_more, book.found.len()), (2, 0, 0));
    }

    #[test]
    fn openings_beyond_the_end_of_games_are_impossible() {
        assert!(book(3, None).is_possible());
        assert!(!book(500, None).is_possible() && !alike(&tank_war::GAME, 500, 1).is_possible());
    }
}
