//! The move phase: the legal moves of a piece.
//!
//! A move is one to `speed` steps over open ground in any directions, facing in the direction of the last step; or one
//! step straight back, keeping the facing. Open ground is empty and not next to an enemy. The path does not matter: a
//! move is identified by its last square and the final facing.

use crate::piece::{COMMAND, Numbers};
use crate::{Action, Direction, Move, OBSTACLES, Piece, Position, Square, SquareSet};

impl Position {
    pub(crate) fn may_move(&self, step: Move) -> bool {
        let seat = self.turn.mover;
        let Some(number) = self.board.number_at(seat, step.from) else { return false };
        if !self.movable().contains(number) {
            return false;
        }
        let piece = self.board.piece(seat, number);
        let open = self.open_to(piece.square, self.safe_ground());
        if !open.contains(step.to) || step.from.distance(step.to) > piece.kind.speed() {
            return false;
        }
        backs_up(piece, step) || ends_by_stepping(piece, step, open)
    }

    /// Appends the legal moves, ordered by the piece's square, the facing and the last square.
    pub(crate) fn list_moves(&self, list: &mut Vec<game::Action>) {
        self.each_destination(|from, facing, ends| {
            list.extend(ends.iter().map(|to| Action::Move(Move { from, to, facing }).encode()));
        });
    }

    pub(crate) fn count_moves(&self) -> u32 {
        let mut count = 0;
        self.each_destination(|_, _, ends| count += ends.len());
        count
    }

    /// Calls `visit` for each movable piece and each facing, with the squares where it can end with that facing.
    fn each_destination(&self, mut visit: impl FnMut(Square, Direction, SquareSet)) {
        let movable = self.movable();
        let safe = self.safe_ground();
        for number in self.board.numbers_by_square(self.turn.mover) {
            if !movable.contains(number) {
                continue;
            }
            let piece = self.board.piece(self.turn.mover, number);
            let open = self.open_to(piece.square, safe);
            let within = within_steps(piece.square, piece.kind.speed() - 1, open);
            for facing in Direction::ALL {
                let mut ends = within.shifted(facing);
                if facing == piece.facing {
                    ends |= SquareSet::only(piece.square).shifted(facing.opposite());
                }
                visit(piece.square, facing, ends & open);
            }
        }
    }

    /// The mover's pieces that may still move: those that have not moved yet, within the designated group if there is
    /// one. Never the Command tank.
    pub(crate) fn movable(&self) -> Numbers {
        let mut left = self.board.armies[self.turn.mover].present.without(self.turn.moved);
        left.remove(COMMAND);
        if self.turn.group.is_empty() { left } else { left.and(self.turn.group) }
    }

    /// The squares that are neither obstacles nor next to an enemy.
    fn safe_ground(&self) -> SquareSet {
        !(OBSTACLES | self.board.occupied[self.turn.mover.other()].grown())
    }

    /// The squares that a piece from a square may enter. Its own square is empty once it has left.
    fn open_to(&self, from: Square, safe: SquareSet) -> SquareSet {
        let mut others = self.board.occupied[self.turn.mover];
        others.remove(from);
        safe & !others
    }

    /// Plays a legal move.
    pub(crate) fn make_move(&mut self, step: Move) {
        let seat = self.turn.mover;
        let number = self.board.number_at(seat, step.from).expect("a piece");
        if self.turn.group.is_empty() {
            self.turn.group = self.group_of(step.from);
        }
        self.turn.moved.insert(number);
        self.board.relocate(seat, number, step.to, step.facing);
    }
}

/// The squares within a number of steps over open ground, including the start.
fn within_steps(from: Square, steps: u8, open: SquareSet) -> SquareSet {
    let mut reached = SquareSet::only(from);
    for _ in 0..steps {
        reached |= reached.grown() & open;
    }
    reached
}

/// Returns `true` if the move is one step straight back that keeps the facing.
fn backs_up(piece: Piece, step: Move) -> bool {
    step.facing == piece.facing && step.from.step(piece.facing.opposite()) == Some(step.to)
}

/// Returns `true` if some path within the piece's speed ends on the move's square and with its facing.
fn ends_by_stepping(piece: Piece, step: Move, open: SquareSet) -> bool {
    let Some(before) = step.to.step(step.facing.opposite()) else { return false };
    if before == step.from {
        return true;
    }
    if !open.contains(before) {
        return false;
    }
    let mut reached = SquareSet::only(piece.square);
    (1..piece.kind.speed()).any(|_| {
        reached |= reached.grown() & open;
        reached.contains(before)
    })
}
