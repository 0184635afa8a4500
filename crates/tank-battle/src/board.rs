//! The tanks on the board and the side to move: all of a position except its history.

use game::{PerSeat, Seat};

use crate::errors::PositionError;
use crate::square::BITS;
use crate::squares::turned;
use crate::terrain::{BASES, CIRCLES, CONTAMINATED, MINES, goal};
use crate::{Ending, Move, Square, Squares};

/// The tanks on the board and the side to move. Small and `Copy`: a search copies it and plays on the copy.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// All tanks of the side to move and of the other side, including commanders. The sides swap places with every
    /// move, so playing and generating moves need no seat.
    tanks: [u128; 2],
    /// The indices of the commanders' squares in the same order, or [`NOWHERE`] for a captured one.
    commanders: [u8; 2],
    to_move: Seat,
}

/// The array indices of the side to move and of the other side.
const MOVER: usize = 0;
const OTHER: usize = 1;

/// An index without a square whose bit in 128 is free, so a captured commander needs no extra test.
const NOWHERE: u8 = 127;

/// A tank's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A normal tank.
    Tank,
    /// The commander.
    Commander,
}

impl Board {
    /// Number of tanks of a side at the start, including the commander.
    pub const TANKS: u32 = 14;

    /// The start position: a tank on every square of the bases, the commanders on the circles.
    pub const START: Board = Board {
        tanks: [BASES.0[0].bits(), BASES.0[1].bits()],
        commanders: [CIRCLES.0[0].index(), CIRCLES.0[1].index()],
        to_move: Seat::First,
    };

    /// A board without tanks.
    pub const fn empty(to_move: Seat) -> Board {
        Board { tanks: [0; 2], commanders: [NOWHERE; 2], to_move }
    }

    /// Puts a tank on a free square.
    ///
    /// # Errors
    /// When no such tank can stand there, or the side has all its tanks already. The board is unchanged then.
    ///
    /// # Panics
    /// When the square is occupied.
    pub fn place(&mut self, square: Square, seat: Seat, kind: Kind) -> Result<(), PositionError> {
        assert!(self.tank(square).is_none(), "{square} is free");
        if MINES.contains(square) {
            return Err(PositionError::OnMine { square });
        }
        if kind == Kind::Tank && CONTAMINATED.contains(square) {
            return Err(PositionError::OnContaminated { square });
        }
        let commander = self.commander(seat);
        if let (Kind::Commander, Some(first)) = (kind, commander) {
            return Err(PositionError::TwoCommanders { seat, first, second: square });
        }
        if self.tanks(seat).len() == Self::TANKS {
            return Err(PositionError::TooManyTanks { seat, square });
        }
        if kind == Kind::Tank && commander.is_none() && self.tanks(seat).len() == Self::TANKS - 1 {
            return Err(PositionError::TooManyNormalTanks { seat, square });
        }
        let side = self.side(seat);
        self.tanks[side] |= square.alone().bits();
        if kind == Kind::Commander {
            self.commanders[side] = square.index();
        }
        Ok(())
    }

    /// The seat that moves next, unless the game is over.
    pub const fn to_move(&self) -> Seat {
        self.to_move
    }

    /// The array index of a seat.
    #[inline]
    const fn side(&self, seat: Seat) -> usize {
        (seat.index() ^ self.to_move.index()) & 1
    }

    /// The squares of a seat's tanks, including its commander.
    pub const fn tanks(&self, seat: Seat) -> Squares {
        Squares::from_bits(self.tanks[self.side(seat)])
    }

    /// The square of a seat's commander; `None` if it was captured.
    pub const fn commander(&self, seat: Seat) -> Option<Square> {
        Square::from_index(self.commanders[self.side(seat)])
    }

    /// The tank on a square.
    pub fn tank(&self, square: Square) -> Option<(Seat, Kind)> {
        let seat = Seat::BOTH.into_iter().find(|&seat| self.tanks(seat).contains(square))?;
        Some((seat, self.kind(seat, square)))
    }

    /// The kind of a seat's tank on a square.
    pub(crate) fn kind(&self, seat: Seat, square: Square) -> Kind {
        if self.commanders[self.side(seat)] == square.index() { Kind::Commander } else { Kind::Tank }
    }

    /// The bits of the tanks of the side to move, and of the other.
    #[inline]
    pub(crate) const fn bits(&self) -> [u128; 2] {
        self.tanks
    }

    /// The bits of the commanders of the side to move, and of the other. A captured one has a bit outside the board.
    #[inline]
    pub(crate) fn commander_bits(&self) -> [u128; 2] {
        self.commanders.map(|index| BITS[usize::from(index & NOWHERE)])
    }

    /// Plays a move and passes the turn. The caller checks legality and the end of the game, and keeps the history.
    #[inline]
    pub fn play(&mut self, played: Move) {
        let (from, to) = (played.from.index(), played.to.index());
        let (from_bit, to_bit) = (BITS[usize::from(from)], BITS[usize::from(to)]);
        let [mover, other] = self.commanders;
        self.tanks = [self.tanks[OTHER] & !to_bit, self.tanks[MOVER] ^ (from_bit | to_bit)];
        self.commanders = [if other == to { NOWHERE } else { other }, if mover == from { to } else { mover }];
        self.to_move = self.to_move.other();
    }

    /// Takes back the last move, which must not have been a capture.
    #[inline]
    pub(crate) fn take_back(&mut self, played: Move) {
        let (from, to) = (played.from.index(), played.to.index());
        let [mover, other] = self.commanders;
        let way = BITS[usize::from(from)] | BITS[usize::from(to)];
        self.tanks = [self.tanks[OTHER] ^ way, self.tanks[MOVER]];
        self.commanders = [if other == to { from } else { other }, mover];
        self.to_move = self.to_move.other();
    }

    /// Returns `true` if a legal move captures a tank.
    #[inline]
    pub fn is_capture(&self, played: Move) -> bool {
        self.tanks[OTHER] & played.to.alone().bits() != 0
    }

    /// Returns `true` if a legal move brings a tank into the enemy's base from outside.
    #[inline]
    pub fn is_entry(&self, played: Move) -> bool {
        let goal = goal(self.to_move);
        goal.contains(played.to) && !goal.contains(played.from)
    }

    /// The end by rule 7: a side has no tanks, or all its surviving tanks in the enemy's base. `None` if the game goes
    /// on.
    #[inline]
    pub fn ending(&self) -> Option<Ending> {
        if !self.is_decided() {
            None
        } else if self.tanks.contains(&0) {
            Some(Ending::NoTanks)
        } else {
            Some(Ending::AllInBase)
        }
    }

    /// Returns `true` if [`Board::ending`] is an end.
    #[inline]
    pub fn is_decided(&self) -> bool {
        let outside = |side: usize, seat: Seat| self.tanks[side] & !goal(seat).bits();
        outside(MOVER, self.to_move) == 0 || outside(OTHER, self.to_move.other()) == 0
    }

    /// Number of a seat's tanks in the enemy's base.
    pub const fn in_base(&self, seat: Seat) -> u32 {
        Squares::from_bits(self.tanks[self.side(seat)] & goal(seat).bits()).len()
    }

    /// Number of tanks that a seat has captured.
    pub const fn captures(&self, seat: Seat) -> u32 {
        Self::TANKS.saturating_sub(self.tanks(seat.other()).len())
    }

    /// A seat's points if the game stopped here (rule 8): 1 for every tank, 1 more for each in the enemy's base, and 1
    /// more for a commander on the enemy's circle.
    pub fn points(&self, seat: Seat) -> u32 {
        let circle = CIRCLES[seat.other()];
        let crowned = self.commander(seat) == Some(circle);
        self.tanks(seat).len() + self.in_base(seat) + u32::from(crowned)
    }

    /// Both seats' points.
    pub fn score(&self) -> PerSeat<u32> {
        PerSeat::from_fn(|seat| self.points(seat))
    }

    /// Returns the board rotated by half a turn, with the seats and the side to move exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Board {
        let turn = |index: u8| Square::from_index(index).map_or(NOWHERE, |square| square.mirrored().index());
        Board {
            tanks: self.tanks.map(turned),
            commanders: self.commanders.map(turn),
            to_move: self.to_move.other(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_cheap_to_copy() {
        assert_eq!(size_of::<Board>(), 48);
    }

    #[test]
    fn taking_back_undoes_quiet_moves_of_tanks_and_commanders() {
        let mut board = Board::empty(Seat::First);
        let square = |name: &str| name.parse::<Square>().unwrap();
        board.place(square("e7"), Seat::First, Kind::Commander).unwrap();
        board.place(square("d4"), Seat::Second, Kind::Tank).unwrap();
        board.place(square("a11"), Seat::Second, Kind::Commander).unwrap();
        for (from, to) in [("e7", "h7"), ("d4", "d8"), ("h7", "i7"), ("a11", "c9")] {
            let played = Move { from: square(from), to: square(to) };
            let mut after = board.after(played);
            assert_ne!(after, board);
            after.take_back(played);
            assert_eq!(after, board);
            board.play(played);
        }
    }
}
