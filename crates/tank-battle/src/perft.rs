//! Counts the leaves of the tree of moves, for tests and benchmarks.

use crate::{Board, Duel, Move, MoveList, Position};

impl Position {
    /// Returns the number of sequences of exactly `depth` legal moves. A game that ends earlier counts nothing, and the
    /// leaves are not checked for the end. The last ply is counted, not played.
    pub fn perft(&self, depth: u32) -> u64 {
        if self.ending().is_some() {
            // The empty sequence needs no move, so it is possible even here.
            return u64::from(depth == 0);
        }
        if !self.guards_can_strike(depth) {
            return self.board().perft(self.options().duel, depth);
        }
        if depth <= 1 {
            return if depth == 0 { 1 } else { u64::from(self.count_moves()) };
        }
        let mut list = MoveList::new();
        self.moves(&mut list);
        let mut next = self.clone();
        list.iter()
            .map(|&played| {
                next.clone_from(self);
                next.play(played);
                next.perft(depth - 1)
            })
            .sum()
    }
}

impl Board {
    /// As [`Position::perft`], without the guards of rule 9: games end by rule 7 only.
    pub fn perft(&self, duel: Duel, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_decided() => 0,
            1 => u64::from(self.count_moves(duel)),
            _ => {
                let mut list = MoveList::new();
                self.moves(duel, &mut list);
                list.iter().map(|&played| self.after(played).perft(duel, depth - 1)).sum()
            }
        }
    }

    /// Returns the board after a move.
    #[must_use]
    #[inline]
    pub fn after(mut self, played: Move) -> Board {
        self.play(played);
        self
    }
}
