//! Results of each pair of entrants.

use std::collections::BTreeSet;

use super::ratings::EntrantIndex;
use super::score::{Game, GameScore};

/// Results of each pair of entrants.
#[derive(Clone, Debug, Default)]
pub struct Crosstable {
    /// The entrants of the rows and columns, in the order of the table.
    pub order: Vec<EntrantIndex>,
    /// `cells[row][column]`: the results of the row's entrant against the column's. The table is n × n; the diagonal
    /// and pairs that did not meet are `None`.
    pub cells: Vec<Vec<Option<Cell>>>,
}

impl Crosstable {
    /// Returns the part of the table with these entrants alone, in the same order.
    #[must_use]
    pub fn among(&self, entrants: &BTreeSet<EntrantIndex>) -> Crosstable {
        let numbered = self.order.iter().enumerate();
        let kept: Vec<usize> =
            numbered.filter(|(_, entrant)| entrants.contains(entrant)).map(|(number, _)| number).collect();
        let row = |&row: &usize| kept.iter().map(|&column| self.cells[row][column].clone()).collect();
        Crosstable {
            order: kept.iter().map(|&number| self.order[number]).collect(),
            cells: kept.iter().map(row).collect(),
        }
    }
}

/// The results of one entrant against another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Number of games.
    pub count: u32,
    /// Twice the games won plus the games drawn.
    pub halves: u32,
    /// The games in schedule order, from the row's point of view; empty if there are too many to show one by one.
    pub games: Vec<Game>,
}

impl Cell {
    /// Maximum number of games that are shown one by one.
    const SINGLE: u32 = 4;

    /// Adds a game with this score.
    pub fn push(&mut self, score: GameScore, game: impl FnOnce() -> Game) {
        self.count += 1;
        self.halves += score.halves();
        if self.count <= Cell::SINGLE {
            self.games.push(game());
        } else {
            self.games.clear();
        }
    }
}
