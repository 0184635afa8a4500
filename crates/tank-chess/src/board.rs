//! The pieces on the board.

use game::{PerSeat, Seat};

use crate::piece::{FULL, Numbers, PIECES};
use crate::{Direction, OBSTACLES, Piece, Square, SquareSet};

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Empty,
    Obstacle,
    Piece(Seat, u8),
}

/// The pieces of one side by their numbers. Pieces that are not on the board have the square `a1` and face north.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Army {
    pub(crate) squares: [Square; FULL],
    pub(crate) facings: [Direction; FULL],
    pub(crate) present: Numbers,
}

/// The pieces of both sides, by number and by square.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) armies: PerSeat<Army>,
    pub(crate) occupied: PerSeat<SquareSet>,
    /// One byte per square: [`EMPTY`], [`OBSTACLE`], or a piece (its number plus 1, plus 14 if it is Black's).
    pub(crate) bytes: [u8; 256],
}

/// The byte of an empty square.
pub(crate) const EMPTY: u8 = 0;
/// The byte of an obstacle.
pub(crate) const OBSTACLE: u8 = 255;

/// The byte of a piece.
const fn byte_of(seat: Seat, number: u8) -> u8 {
    1 + number + (FULL * seat.index()) as u8
}

/// The bytes of the board without pieces.
pub(crate) const BARE: [u8; 256] = {
    let mut bytes = [EMPTY; 256];
    let mut index = 0;
    while index < 256 {
        if OBSTACLES.contains(Square::from_index(index as u8)) {
            bytes[index] = OBSTACLE;
        }
        index += 1;
    }
    bytes
};

impl Board {
    /// The board without pieces.
    pub(crate) fn bare() -> Board {
        Board { armies: PerSeat::default(), occupied: PerSeat::default(), bytes: BARE }
    }

    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.bytes[usize::from(square.index())] == EMPTY
    }

    pub(crate) fn at(&self, square: Square) -> Content {
        const BLACK: u8 = 1 + FULL as u8;
        match self.bytes[usize::from(square.index())] {
            EMPTY => Content::Empty,
            OBSTACLE => Content::Obstacle,
            byte if byte < BLACK => Content::Piece(Seat::First, byte - 1),
            byte => Content::Piece(Seat::Second, byte - BLACK),
        }
    }

    /// The number of the seat's piece on a square; `None` if it has none there.
    pub(crate) fn number_at(&self, seat: Seat, square: Square) -> Option<u8> {
        let number = self.bytes[usize::from(square.index())].wrapping_sub(byte_of(seat, 0));
        (usize::from(number) < FULL).then_some(number)
    }

    /// A piece that is on the board.
    pub(crate) fn piece(&self, seat: Seat, number: u8) -> Piece {
        let index = usize::from(number);
        let army = &self.armies[seat];
        Piece { seat, kind: PIECES[index], square: army.squares[index], facing: army.facings[index] }
    }

    /// The seat's pieces on the board, by increasing square.
    pub(crate) fn pieces(&self, seat: Seat) -> impl Iterator<Item = Piece> {
        self.numbers_by_square(seat).map(move |number| self.piece(seat, number))
    }

    /// The numbers of the seat's pieces on the board, by increasing square. Every listing has this order, because the
    /// numbers depend on how a position arose.
    pub(crate) fn numbers_by_square(&self, seat: Seat) -> impl Iterator<Item = u8> {
        self.occupied[seat].iter().filter_map(move |square| self.number_at(seat, square))
    }

    pub(crate) fn put(&mut self, seat: Seat, number: u8, square: Square, facing: Direction) {
        let army = &mut self.armies[seat];
        army.squares[usize::from(number)] = square;
        army.facings[usize::from(number)] = facing;
        army.present.insert(number);
        self.occupied[seat].insert(square);
        self.bytes[usize::from(square.index())] = byte_of(seat, number);
    }

    pub(crate) fn remove(&mut self, seat: Seat, number: u8) {
        let army = &mut self.armies[seat];
        let square = std::mem::take(&mut army.squares[usize::from(number)]);
        army.facings[usize::from(number)] = Direction::N;
        army.present.remove(number);
        self.occupied[seat].remove(square);
        self.bytes[usize::from(square.index())] = EMPTY;
    }

    /// Moves a piece on the board.
    pub(crate) fn relocate(&mut self, seat: Seat, number: u8, to: Square, facing: Direction) {
        let from = self.armies[seat].squares[usize::from(number)];
        self.occupied[seat].remove(from);
        self.bytes[usize::from(from.index())] = EMPTY;
        self.put(seat, number, to, facing);
    }
}
