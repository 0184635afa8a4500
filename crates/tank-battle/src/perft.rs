//! Counting the leaves of the tree of moves, for tests and speed.

use crate::{Board, Duel, Move, MoveList, Position};

impl Position {
    /// Number of sequences of exactly `depth` legal moves; a game that ended earlier counts nothing, the end
    /// is not tested at the leaves. The last ply is counted, not played.
    pub fn perft(&self, depth: u32) -> u64 {
        if self.ending().is_some() {
            // Nothing has been played yet, so nothing stands in the way of the empty sequence.
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
    /// [`Position::perft`] without the guards of rule 9: games end by rule 7 only.
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

    /// The board after a move.
    #[must_use]
    #[inline]
    pub fn after(mut self, played: Move) -> Board {
        self.play(played);
        self
    }
}
