//! Generates moves and tests their legality.

use game::Action;

use crate::lines::{CAPTIVE, COMMANDER, Lines, TANK, reach};
use crate::square::BITS;
use crate::squares::turned;
use crate::terrain::{CONTAMINATED, goal};
use crate::{Board, Duel, Square, Squares};

/// A move of a tank from one square to another, capturing any tank there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The start square.
    pub from: Square,
    /// The target square.
    pub to: Square,
}

impl Move {
    /// The shift of the start square in the payload of an action.
    pub(crate) const FROM_SHIFT: u32 = 0;
    /// The shift of the target square.
    pub(crate) const TO_SHIFT: u32 = 8;
    /// The width of each in bits.
    pub(crate) const WIDTH: u32 = 7;

    /// The move as an action: kind 0, start in bits 0 to 6, target in bits 8 to 14.
    #[inline]
    pub const fn action(self) -> Action {
        Action::new(0, self.code() as u64)
    }

    /// The move as the low bits of its action.
    pub(crate) const fn code(self) -> u16 {
        (self.from.index() as u16) << Self::FROM_SHIFT | (self.to.index() as u16) << Self::TO_SHIFT
    }

    /// The move of an action; `None` if no tank of any kind can make it on any board.
    #[inline]
    pub fn of_action(action: Action) -> Option<Move> {
        let field = |shift: u32| (action.code() >> shift) as u8 & ((1 << Self::WIDTH) - 1);
        let from = Square::from_index(field(Self::FROM_SHIFT))?;
        let to = Square::from_index(field(Self::TO_SHIFT))?;
        let read = Move { from, to };
        (read.action() == action && read.is_along_a_line()).then_some(read)
    }

    /// Returns `true` if the squares are on one line along which a commander could move.
    pub(crate) fn is_along_a_line(self) -> bool {
        is_reached(&COMMANDER, self, 0)
    }

    /// The move on the board rotated by half a turn.
    #[must_use]
    pub const fn mirrored(self) -> Move {
        Move { from: self.from.mirrored(), to: self.to.mirrored() }
    }
}

/// A reusable list of moves with fixed capacity.
///
/// No position has more than 253 legal moves.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; 256],
    len: usize,
}

impl MoveList {
    /// An empty list.
    pub const fn new() -> MoveList {
        const NONE: Move = Move { from: Square::from_index(0).unwrap(), to: Square::from_index(0).unwrap() };
        MoveList { moves: [NONE; 256], len: 0 }
    }

    /// Removes all moves.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    fn push(&mut self, item: Move) {
        // The mask avoids the bounds check.
        self.moves[self.len & 255] = item;
        self.len += 1;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];
    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl Board {
    /// Fills a list with the legal moves of the side to move, in a fixed order. Does not check for the end of the game.
    #[inline]
    pub fn moves(&self, duel: Duel, list: &mut MoveList) {
        list.clear();
        self.each_move(duel, |item| list.push(item));
    }

    /// Number of legal moves of the side to move. Does not check for the end of the game.
    pub fn count_moves(&self, duel: Duel) -> u32 {
        let mut count = 0;
        self.each_group(duel, |_, forward, backward| count += forward.count_ones() + backward.count_ones());
        count
    }

    /// Calls `found` with each legal move of the side to move.
    #[inline]
    pub(crate) fn each_move(&self, duel: Duel, mut found: impl FnMut(Move)) {
        self.each_group(duel, |from, forward, backward| {
            each_square(forward, |to| found(Move { from, to }));
            each_square(backward, |to| found(Move { from, to: to.mirrored() }));
        });
    }

    /// Calls `found` for each tank of the side to move with its square and its target squares: those of higher index,
    /// and those of lower index on the rotated board.
    #[inline]
    fn each_group(&self, duel: Duel, mut found: impl FnMut(Square, u128, u128)) {
        let seat = self.to_move();
        let [own, enemy] = self.bits();
        let occupied = own | enemy;
        let (own_turned, occupied_turned) = (turned(own), turned(occupied));
        let captives = own & goal(seat).bits();
        let commander = own & !captives & self.commander_bits()[0];
        let mut slide = |tanks: u128, lines: &Lines, spared: u128, spared_turned: u128| {
            each_square(tanks, |from| {
                let forward = reach(lines.from(from), occupied) & !spared;
                let backward = reach(lines.from(from.mirrored()), occupied_turned) & !spared_turned;
                found(from, forward, backward);
            });
        };
        slide(own & !captives & !commander, &TANK, own, own_turned);
        slide(captives, &CAPTIVE, own, own_turned);
        if commander != 0 {
            let spared = own | self.spared_commander(duel);
            slide(commander, &COMMANDER, spared, turned(spared));
        }
    }

    /// The bit of the enemy's commander if rule 5 protects it from the commander of the side to move; otherwise 0.
    fn spared_commander(&self, duel: Duel) -> u128 {
        let [own, enemy] = self.commander_bits();
        let decisive = match duel {
            Duel::TargetSquare => enemy,
            Duel::EitherSquare => own | enemy,
        };
        if decisive & CONTAMINATED.bits() != 0 { enemy & Squares::ALL.bits() } else { 0 }
    }

    /// Returns `true` if the move is legal for the side to move, without listing moves. Does not check for the end of
    /// the game.
    pub fn is_legal(&self, duel: Duel, asked: Move) -> bool {
        let seat = self.to_move();
        let [own, enemy] = self.bits();
        let (from, to) = (BITS[usize::from(asked.from.index())], BITS[usize::from(asked.to.index())]);
        if own & from == 0 || own & to != 0 {
            return false;
        }
        let occupied = own | enemy;
        if goal(seat).contains(asked.from) {
            is_reached(&CAPTIVE, asked, occupied)
        } else if self.commander_bits()[0] == from {
            self.spared_commander(duel) != to && is_reached(&COMMANDER, asked, occupied)
        } else {
            is_reached(&TANK, asked, occupied)
        }
    }
}

/// Returns `true` if the way is free. It is the same in both directions, so the forward lines suffice.
#[inline]
fn is_reached(lines: &Lines, asked: Move, occupied: u128) -> bool {
    let Move { from: low, to: high } =
        if asked.from < asked.to { asked } else { Move { from: asked.to, to: asked.from } };
    reach(lines.from(low), occupied) & BITS[usize::from(high.index())] != 0
}

#[inline]
fn each_square(mut bits: u128, mut found: impl FnMut(Square)) {
    while bits != 0 {
        found(Square::lowest(bits));
        bits &= bits - 1;
    }
}
