//! Groups: own pieces connected by adjacency.

use crate::piece::Numbers;
use crate::{Position, Square, SquareSet};

impl Position {
    /// The mover's pieces that are connected with the one on a square, by the eight neighbours, itself and the
    /// Command tank included.
    pub(crate) fn group_of(&self, square: Square) -> Numbers {
        let seat = self.turn.mover;
        let own = self.board.occupied[seat];
        let mut group = SquareSet::only(square);
        loop {
            let grown = group.grown() & own;
            if grown == group {
                break;
            }
            group = grown;
        }
        let mut numbers = Numbers::NONE;
        for number in group.iter().filter_map(|square| self.board.number_at(seat, square)) {
            numbers.insert(number);
        }
        numbers
    }
}
