//! Results of each pair of entrants.

use std::collections::BTreeSet;

use super::entrant::EntrantIndex;
use super::score::{Game, GameScore};

/// Results of each pair of entrants.
#[derive(Clone, Debug, Default)]
pub struct Crosstable {
    /// Who the rows and columns are, in the order of the table.
    pub order: Vec<EntrantIndex>,
    /// `cells[row][column]`: what the row's entrant did against the column's; n x n, diagonal `None`, as are
    /// pairs that did not meet.
    pub cells: Vec<Vec<Option<Cell>>>,
}

impl Crosstable {
    /// The part of it that has these entrants alone, in its order.
    pub(crate) fn among(&self, entrants: &BTreeSet<EntrantIndex>) -> Crosstable {
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

/// What one entrant did against another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Number of games.
    pub count: u32,
    /// Twice the games won plus the games drawn.
    pub halves: u32,
    /// The games in schedule order, from the row's point of view; empty when there are too many to be shown
    /// one by one.
    pub games: Vec<Game>,
}

impl Cell {
    /// Games that are shown one by one.
    const SINGLE: u32 = 4;

    pub(crate) fn push(&mut self, score: GameScore, game: impl FnOnce() -> Game) {
        self.count += 1;
        self.halves += score.halves();
        if self.count <= Cell::SINGLE {
            self.games.push(game());
        } else {
            self.games.clear();
        }
    }
}
