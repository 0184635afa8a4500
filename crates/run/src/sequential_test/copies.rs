//! The results of games, and games that are played twice.

use std::collections::BTreeSet;

use game::{Outcome, Seat};
use ledger::{LedgerError, MatchRow};
use rating::results::Score;

/// The result of one game: enough to score it and to recognize a copy.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    /// Who won.
    pub outcome: Outcome,
    /// A hash of the start position and the actions; 0 if unknown.
    pub content: u64,
}

impl Leg {
    /// Reads a game of the test from a match on record.
    ///
    /// # Errors
    /// When the match's transcript cannot be read.
    pub fn of(row: &MatchRow) -> Result<Leg, LedgerError> {
        let damaged = |error| LedgerError::Damaged { what: format!("match {}: {error}", row.key) };
        let result = row.result().map_err(damaged)?;
        Ok(Leg { outcome: result.outcome, content: result.content })
    }

    /// What the games of a pair are worth to the bot that sat first in the first of them.
    pub fn scores(legs: [Leg; 2]) -> [Score; 2] {
        [score(legs[0].outcome, Seat::First), score(legs[1].outcome, Seat::Second)]
    }
}

/// What an outcome is worth to a seat.
fn score(outcome: Outcome, seat: Seat) -> Score {
    match outcome.winner() {
        Some(winner) if winner == seat => Score::Win,
        Some(_) => Score::Loss,
        None => Score::Draw,
    }
}

/// Tells pairs that say something new from those that do not: bots and clocks being deterministic, a game from a start
/// position that was used before may be the same game again.
#[derive(Default)]
pub struct Copies {
    seen: BTreeSet<(bool, u64)>,
}

impl Copies {
    /// Whether no game of a pair was played before in the same seats.
    pub fn is_new(&mut self, legs: [Leg; 2]) -> bool {
        let games = [(true, legs[0].content), (false, legs[1].content)];
        games.map(|game| game.1 == 0 || self.seen.insert(game)) == [true, true]
    }
}
