//! The results of games, and the detection of games that repeat an earlier one.

use std::collections::BTreeSet;

use game::{Outcome, Seat};
use ledger::{LedgerError, MatchRow};
use rating::results::Score;

/// The result of one game, enough to score it and to recognize a copy.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// A hash of the start position and the actions; 0 if unknown.
    pub content: u64,
}

impl Leg {
    /// Reads a game of the test from a match on record.
    ///
    /// # Errors
    /// When the match's transcript cannot be read.
    pub fn from_row(row: &MatchRow) -> Result<Leg, LedgerError> {
        let damaged = |error| LedgerError::Damaged { what: format!("match {}: {error}", row.key) };
        let result = row.result().map_err(damaged)?;
        Ok(Leg { outcome: result.outcome, content: result.content })
    }

    /// The scores of the bot that sat first in the first game of a pair.
    pub fn scores(legs: [Leg; 2]) -> [Score; 2] {
        [score(legs[0].outcome, Seat::First), score(legs[1].outcome, Seat::Second)]
    }
}

/// The score of an outcome for a seat.
fn score(outcome: Outcome, seat: Seat) -> Score {
    match outcome.winner() {
        Some(winner) if winner == seat => Score::Win,
        Some(_) => Score::Loss,
        None => Score::Draw,
    }
}

/// Detects pairs that add no information. Bots and clocks are deterministic, so a game from a reused start position may
/// be a copy.
#[derive(Default)]
pub struct GameCopies {
    seen: BTreeSet<(bool, u64)>,
}

impl GameCopies {
    /// Returns `true` if no game of a pair was played before in the same seats.
    pub fn is_new(&mut self, legs: [Leg; 2]) -> bool {
        let games = [(true, legs[0].content), (false, legs[1].content)];
        games.map(|game| game.1 == 0 || self.seen.insert(game)) == [true, true]
    }
}
