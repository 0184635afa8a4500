//! Groups of own pieces connected by adjacency.

use crate::piece::Numbers;
use crate::{Position, Square, SquareSet};

impl Position {
    /// The mover's pieces connected to the one on a square via the eight neighbours, including itself and the Command
    /// tank.
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
