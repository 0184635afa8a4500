//! The position at the start of a turn, and the earlier ones since the last elimination.

use std::sync::Arc;

use game::{PerSeat, Seat};

use crate::board::{Army, Board};
use crate::fire::{self, Targets};
use crate::{Options, Piece};

/// A position at the start of a turn, shared between copies of a position. The chain of earlier ones is as long as the
/// row of turns without an elimination.
#[derive(Debug)]
pub(crate) struct TurnStart {
    pub(crate) armies: PerSeat<Army>,
    pub(crate) mover: Seat,
    /// The mover's valid shots.
    pub(crate) targets: Targets,
    /// Number of occurrences of this position, including this one.
    pub(crate) occurrences: u32,
    /// Equal for equal positions. It only speeds up the search; equality decides.
    hash: u64,
    /// Number of turns in the chain before this one.
    pub(crate) earlier: u32,
    pub(crate) before: Option<Arc<TurnStart>>,
}

impl TurnStart {
    pub(crate) fn new(
        board: &Board,
        options: Options,
        mover: Seat,
        before: Option<Arc<TurnStart>>,
    ) -> TurnStart {
        let hash =
            Seat::BOTH.into_iter().flat_map(|seat| board.pieces(seat)).fold(mover as u64, |sum, piece| {
                // A sum, because the order of the pieces does not matter.
                sum.wrapping_add(scrambled(piece))
            });
        let occurrences = 1 + earlier(before.as_deref())
            .find(|start| start.hash == hash && start.mover == mover && start.stands_on(board))
            .map_or(0, |start| start.occurrences);
        TurnStart {
            armies: board.armies.clone(),
            mover,
            targets: fire::targets(board, options, mover),
            occurrences,
            hash,
            earlier: before.as_ref().map_or(0, |before| before.earlier + 1),
            before,
        }
    }

    /// Returns `true` if the board has the same pieces with the same square, kind, owner and facing.
    fn stands_on(&self, board: &Board) -> bool {
        let then = self.board();
        Seat::BOTH.into_iter().all(|seat| {
            let alike = |(then, now): (Piece, Piece)| then == now;
            then.occupied[seat] == board.occupied[seat]
                && then.pieces(seat).zip(board.pieces(seat)).all(alike)
        })
    }

    /// The board at the start of the turn.
    pub(crate) fn board(&self) -> Board {
        let mut board = Board::bare();
        for (seat, army) in self.armies.iter() {
            for number in army.present.iter() {
                let index = usize::from(number);
                board.put(seat, number, army.squares[index], army.facings[index]);
            }
        }
        board
    }
}

/// Drops a chain in a loop: nested drops, one per link, would exhaust the stack of a small thread.
impl Drop for TurnStart {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut start) = next.and_then(Arc::into_inner) {
            next = start.before.take();
        }
    }
}

/// The chain of turn starts, from this one back.
pub(crate) fn earlier(start: Option<&TurnStart>) -> impl Iterator<Item = &TurnStart> {
    std::iter::successors(start, |start| start.before.as_deref())
}

/// Hashes a piece with the finishing steps of `SplitMix64`.
fn scrambled(piece: Piece) -> u64 {
    let bytes = [piece.square.index(), piece.facing.index(), piece.kind.index(), piece.seat as u8];
    let mut z = u64::from(u32::from_le_bytes(bytes)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
