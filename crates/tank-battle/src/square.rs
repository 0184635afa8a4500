//! The squares of the board and their names.

use std::fmt;
use std::str::FromStr;

use crate::{SquareError, Squares};

/// A square of the 11x11 board. Index 0 is a1, 1 is b1, 11 is a2, 120 is k11.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of files and of ranks.
    pub const SIDE: u8 = 11;
    /// Number of squares.
    pub const COUNT: u8 = 121;

    /// The square at a file and a rank, both from 0; `None` off the board.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < Self::SIDE && rank < Self::SIDE { Some(Square(rank * Self::SIDE + file)) } else { None }
    }

    /// The square with an index from 0 to 120; `None` for any other.
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < Self::COUNT { Some(Square(index)) } else { None }
    }

    /// The index, from 0 to 120.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file, from 0 for `a` to 10 for `k`.
    pub const fn file(self) -> u8 {
        self.0 % Self::SIDE
    }

    /// The rank, from 0 for rank 1, at White's side, to 10 for rank 11.
    pub const fn rank(self) -> u8 {
        self.0 / Self::SIDE
    }

    /// The square on the board rotated by half a turn.
    #[must_use]
    pub const fn mirrored(self) -> Square {
        Square(Self::COUNT - 1 - self.0)
    }

    /// All squares by increasing index.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Self::COUNT).map(Square)
    }

    /// The set of only this square.
    pub const fn alone(self) -> Squares {
        Squares::from_bits(BITS[self.0 as usize])
    }

    /// The square of the lowest bit of a non-empty set.
    pub(crate) const fn lowest(bits: u128) -> Square {
        Square(bits.trailing_zeros() as u8)
    }
}

/// Single bits of 128, as a table: shifting 128 bits by a variable takes longer than a load.
pub(crate) static BITS: [u128; 128] = {
    let mut bits = [0; 128];
    let mut index = 0;
    while index < 128 {
        bits[index] = 1 << index;
        index += 1;
    }
    bits
};

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads a file's letter and a rank's number: `a1`, `k11`.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        let read = || {
            let (&file, rank) = text.as_bytes().split_first()?;
            let rank = match rank {
                [digit @ b'1'..=b'9'] => digit - b'0',
                b"10" => 10,
                b"11" => 11,
                _ => return None,
            };
            Square::new(file.checked_sub(b'a')?, rank - 1)
        };
        read().ok_or_else(|| SquareError { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!(Square::all().map(|square| square.to_string()).nth(10 * 11).unwrap(), "a11");
    }

    #[test]
    fn other_names_are_no_squares() {
        for text in ["", "a", "a0", "a01", "a12", "l1", "A1", "`1", "a1 ", "1a", "é1", "a+1", "a111"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError { text: text.to_owned() }), "{text}");
        }
    }

    #[test]
    fn half_a_turn_exchanges_the_corners() {
        let turned = |name: &str| name.parse::<Square>().unwrap().mirrored().to_string();
        assert_eq!([turned("a1"), turned("a11"), turned("f6"), turned("k5")], ["k11", "k1", "f6", "a7"]);
    }
}
