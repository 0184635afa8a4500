//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitOr};

use crate::{Square, square::BITS};

/// A set of squares: bit `i` of 128 is the square of index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(u128);

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares(0);
    /// The whole board.
    pub const ALL: Squares = Squares((1 << Square::COUNT) - 1);

    /// The set with these bits. Bits above 120 are ignored.
    pub const fn from_bits(bits: u128) -> Squares {
        Squares(bits & Self::ALL.0)
    }

    /// The set as bits.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns `true` if the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & BITS[square.index() as usize] != 0
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of squares.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    /// The set on the board rotated by half a turn.
    #[must_use]
    pub const fn mirrored(self) -> Squares {
        Squares(turned(self.0))
    }

    /// The squares by increasing index.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let square = Square::lowest(rest);
            rest &= rest - 1;
            Some(square)
        })
    }
}

/// The bits of a board rotated by half a turn.
#[inline]
pub(crate) const fn turned(bits: u128) -> u128 {
    bits.reverse_bits() >> (128 - Square::COUNT as u32)
}

impl BitOr for Squares {
    type Output = Squares;
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl BitAnd for Squares {
    type Output = Squares;
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::EMPTY, |set, square| set | square.alone())
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let corners: Squares =
            ["a1", "k1", "a11", "k11"].map(|name| name.parse().unwrap()).into_iter().collect();
        assert_eq!(corners.len(), 4);
        assert_eq!(format!("{corners:?}"), "{a1, k1, a11, k11}");
        assert_eq!(corners.mirrored(), corners);
        assert_eq!(Squares::ALL.without(corners).len(), 117);
        assert_eq!(Squares::from_bits(u128::MAX), Squares::ALL);
    }

    #[test]
    fn turning_a_set_turns_each_square() {
        for square in Square::all() {
            assert_eq!(square.alone().mirrored(), square.mirrored().alone());
        }
    }
}
