//! The schedule of two bots that play each other: pairs of games, each pair from one opening with the seats swapped.

use std::sync::Arc;

use game::{Game, PerSeat, Rules};
use ledger::MatchRow;
use tournament::{EntrantId, KeyError, MatchKey, RunSeed, match_seed};

use super::no_opening::NoOpening;
use super::openings::{Book, OpeningChoice};

/// The new bot, whose strength is tested.
const NEW: EntrantId = EntrantId(0);
/// The bot it is compared with.
const OLD: EntrantId = EntrantId(1);

/// All inputs of a schedule of pairs.
pub struct PairsPlan<'a> {
    /// The game.
    pub game: &'static dyn Game,
    /// The rule options.
    pub rules: &'a Rules,
    /// The choice of openings for the pairs.
    pub openings: OpeningChoice,
    /// Minimum number of random plies of an opening.
    pub plies: u32,
    /// The seed of openings and games.
    pub seed: u64,
}

/// A game that a test requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestGame {
    /// The game's place in the schedule.
    pub key: MatchKey,
    /// The entrant at each seat.
    pub entrants: PerSeat<EntrantId>,
    /// The text of the start position.
    pub start: Arc<str>,
    /// The seed of all randomness in the game.
    pub seed: [u8; 32],
}

impl TestGame {
    /// Returns `true` if a match on record is this game.
    pub fn is(&self, row: &MatchRow) -> bool {
        (row.key, row.entrants, row.start.as_deref()) == (self.key, self.entrants, Some(&*self.start))
    }
}

/// The pairs to be played, by number.
pub struct Pairs {
    seed: RunSeed,
    book: Book,
}

impl Pairs {
    /// The pairs of the given plan.
    ///
    /// # Errors
    /// When no opening has the requested length.
    pub fn new(plan: &PairsPlan<'_>) -> Result<Pairs, NoOpening> {
        let seed = RunSeed::from(plan.seed);
        let book = Book::new(plan.game, plan.rules.clone(), plan.plies, plan.openings, seed);
        if !book.is_possible() {
            return Err(NoOpening { game: plan.game.name(), plies: plan.plies });
        }
        Ok(Pairs { seed, book })
    }

    /// Minimum and maximum number of random plies of the openings so far.
    pub fn plies(&self) -> [u32; 2] {
        self.book.plies()
    }

    /// Maximum number of openings of the first pairs. Fewer than the pairs if openings run out.
    pub fn openings(&self, pairs: u64) -> u64 {
        self.book.count(pairs)
    }

    /// Returns the two games of a pair. In the first game the new bot sits first.
    ///
    /// # Errors
    /// When the schedule has no such pair.
    pub fn games(&mut self, number: u64) -> Result<[TestGame; 2], KeyError> {
        let start = self.book.opening(number);
        let [one, other] = keys(number)?;
        let game = |key, entrants| TestGame {
            key,
            entrants,
            start: Arc::clone(&start),
            seed: match_seed(self.seed, key),
        };
        Ok([game(one, PerSeat::new(NEW, OLD)), game(other, PerSeat::new(OLD, NEW))])
    }
}

/// Returns the keys of a pair's games.
///
/// # Errors
/// When the schedule has no such pair.
pub fn keys(pair: u64) -> Result<[MatchKey; 2], KeyError> {
    let (round, pairing) = (pair / u64::from(MatchKey::PAIRINGS), pair % u64::from(MatchKey::PAIRINGS));
    let key = |number| MatchKey::new(0, round as u32, pairing as u32, number);
    Ok([key(0)?, key(1)?])
}
