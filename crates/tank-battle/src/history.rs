//! The positions since the last capture or entry, the only ones that can occur again.
//!
//! A captured tank does not return, and a tank in the enemy's base stays there until it is captured. So no position
//! from before such a ply equals one from after it.

use crate::board::Kind;
use crate::{Board, Move, Square};

/// The plies since the last one with progress, or since the position was created from text.
#[derive(Debug, Default)]
pub(crate) struct History {
    past: Vec<Past>,
    /// The key of the current position, relative to the first of the history.
    key: u64,
}

/// An earlier position and the move that left it.
#[derive(Clone, Copy, Debug)]
struct Past {
    key: u64,
    played: Move,
}

/// Minimum number of plies after which a position can recur: a tank of each side leaves and returns.
pub(crate) const SHORTEST_CYCLE: usize = 4;

impl History {
    /// Forgets everything before the current position.
    pub(crate) fn clear(&mut self) {
        self.past.clear();
        self.key = 0;
    }

    /// Records a move without progress that is about to be played on `board`.
    pub(crate) fn push(&mut self, board: &Board, played: Move) {
        self.past.push(Past { key: self.key, played });
        let keys = keys(board, played.from);
        self.key ^= keys[usize::from(played.from.index())] ^ keys[usize::from(played.to.index())];
    }

    /// Number of occurrences of the current position, which is on `board`, since the last progress, including this one.
    pub(crate) fn occurrences(&self, board: &Board) -> u32 {
        // The side to move is the same in every second position.
        let mut candidates = self.past.iter().rev().skip(SHORTEST_CYCLE - 1).step_by(2);
        if candidates.any(|past| past.key == self.key) { self.count_exactly(board) } else { 1 }
    }

    /// Equal keys only suggest equal positions, so the moves are taken back and the boards compared.
    fn count_exactly(&self, board: &Board) -> u32 {
        let mut earlier = *board;
        let equal = self.past.iter().rev().filter(|past| {
            earlier.take_back(past.played);
            past.key == self.key && earlier == *board
        });
        1 + equal.count() as u32
    }

    /// The moves played since the last progress, the newest first.
    pub(crate) fn newest_first(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.past.iter().rev().map(|past| past.played)
    }

    /// Number of moves since the last progress.
    pub(crate) fn len(&self) -> usize {
        self.past.len()
    }
}

impl Clone for History {
    fn clone(&self) -> History {
        History { past: self.past.clone(), key: self.key }
    }

    fn clone_from(&mut self, source: &History) {
        self.past.clone_from(&source.past);
        self.key = source.key;
    }
}

/// Random numbers for each square, for tanks of the kind and side of the one on `from`.
fn keys(board: &Board, from: Square) -> &'static [u64; Square::COUNT as usize] {
    let seat = board.to_move();
    let commander = usize::from(board.kind(seat, from) == Kind::Commander);
    &KEYS[2 * seat.index() + commander]
}

static KEYS: [[u64; Square::COUNT as usize]; 4] = {
    let mut keys = [[0; Square::COUNT as usize]; 4];
    let mut state: u64 = 0;
    let mut index = 0;
    while index < 4 * Square::COUNT as usize {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        keys[index / Square::COUNT as usize][index % Square::COUNT as usize] = mixed(state);
        index += 1;
    }
    keys
};

/// The output function of `SplitMix64`.
///
/// # Source
/// Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators", variant 13 of Stafford.
const fn mixed(state: u64) -> u64 {
    let state = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let state = (state ^ state >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    state ^ state >> 31
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn keys_differ() {
        let distinct: BTreeSet<u64> = KEYS.iter().flatten().copied().collect();
        assert_eq!(distinct.len(), 4 * 121);
    }

    /// Number of occurrences of the position after moves without progress, as if the keys of all positions had
    /// collided.
    fn occurrences_under_collisions(moves: &[&str]) -> u32 {
        let mut board = Board::START;
        let mut history = History::default();
        for text in moves {
            let played = board.parse_move(board.to_move(), text).unwrap();
            history.push(&board, played);
            board.play(played);
        }
        history.key = 0;
        history.past.iter_mut().for_each(|past| past.key = 0);
        history.occurrences(&board)
    }

    #[test]
    fn equal_keys_of_different_positions_are_no_repetition() {
        assert_eq!(occurrences_under_collisions(&["g1-g2", "a7-b7", "g2-g3", "b7-a7"]), 1);
        assert_eq!(occurrences_under_collisions(&["g1-g2", "a7-b7", "g2-g1", "b7-a7"]), 2);
        assert_eq!(occurrences_under_collisions(&["g1-g2", "a7-b7", "g2-g1", "b7-a7", "g1-g2"]), 2);
    }
}
