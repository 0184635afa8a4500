//! Facts about a game, from random games.

use game::{Outcome, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use super::walk::{Walk, list};
use crate::game_files::{CallUsage, OperationUsage};

/// Results of random games under the default options.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct GameFacts {
    /// The number of finished games.
    pub games: usize,
    /// The number of them that the first seat won.
    pub first_wins: usize,
    /// The number of draws.
    pub draws: usize,
    /// The median number of plies of a game.
    pub plies_median: usize,
    /// The number of plies of the longest game.
    pub plies_most: usize,
    /// The median number of legal actions of a seat to act.
    pub moves_median: usize,
    /// The largest number of legal actions of a seat.
    pub moves_most: usize,
    /// The number of sets of rule options that were tried besides the defaults.
    pub option_sets: usize,
    /// The number of pairs of positions that a seat must not be able to tell apart, and that were compared.
    pub worlds: usize,
    /// A ply in notation, with the actions of both seats if both act.
    pub example: Option<String>,
    /// The cost of the calls of the rules, by operation.
    pub operations: Vec<OperationUsage>,
    #[serde(skip)]
    lengths: Vec<usize>,
    #[serde(skip)]
    moves: Vec<usize>,
}

impl GameFacts {
    /// Counts a finished game.
    pub(super) fn count(&mut self, outcome: Outcome, plies: usize) {
        self.games += 1;
        self.first_wins += usize::from(outcome == Outcome::Win(Seat::First));
        self.draws += usize::from(outcome == Outcome::Draw);
        self.lengths.push(plies);
    }

    /// Counts the legal actions of a position.
    pub(super) fn see(&mut self, walk: &Walk<'_>) {
        let acting = walk.position.phase().seats();
        self.moves.extend(acting.iter().map(|seat| list(&*walk.position, seat).len()));
        if self.example.is_none() && walk.texts.len() > 1 {
            self.example = walk.texts.last().filter(|text| !text.starts_with("chance:")).cloned();
        }
    }

    /// Computes medians and maxima.
    pub(super) fn finish(&mut self, usage: &CallUsage) {
        (self.plies_median, self.plies_most) = median_and_most(std::mem::take(&mut self.lengths));
        (self.moves_median, self.moves_most) = median_and_most(std::mem::take(&mut self.moves));
        self.operations = usage.operations();
    }
}

fn median_and_most(mut numbers: Vec<usize>) -> (usize, usize) {
    numbers.sort_unstable();
    let median = numbers.get(numbers.len() / 2).copied().unwrap_or_default();
    (median, numbers.last().copied().unwrap_or_default())
}
