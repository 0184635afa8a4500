//! Sets of squares.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::{Direction, Square};

/// A set of squares: one bit each, four ranks per word, lowest bit `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SquareSet([u64; 4]);

/// File a in every rank of a word.
const FILE_A: u64 = 0x0001_0001_0001_0001;
const FILE_P: u64 = FILE_A << 15;

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// The set of only one square.
    pub const fn only(square: Square) -> SquareSet {
        let mut words = [0; 4];
        words[(square.index() >> 6) as usize] = 1 << (square.index() & 63);
        SquareSet(words)
    }

    /// Returns `true` if the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0[(square.index() >> 6) as usize] >> (square.index() & 63) & 1 != 0
    }

    /// Adds a square to the set.
    pub const fn insert(&mut self, square: Square) {
        self.0[(square.index() >> 6) as usize] |= 1 << (square.index() & 63);
    }

    /// Removes a square from the set.
    pub const fn remove(&mut self, square: Square) {
        self.0[(square.index() >> 6) as usize] &= !(1 << (square.index() & 63));
    }

    /// Number of squares.
    pub const fn len(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// The squares one step in a direction from those of the set. Squares off the board are dropped.
    #[must_use]
    pub fn shifted(self, direction: Direction) -> SquareSet {
        match direction {
            Direction::N => self.north(),
            Direction::Ne => self.east().north(),
            Direction::E => self.east(),
            Direction::Se => self.east().south(),
            Direction::S => self.south(),
            Direction::Sw => self.west().south(),
            Direction::W => self.west(),
            Direction::Nw => self.west().north(),
        }
    }

    /// The squares of the set and all their neighbours.
    #[must_use]
    pub fn grown(self) -> SquareSet {
        let wide = self | self.east() | self.west();
        wide | wide.north() | wide.south()
    }

    /// The squares from `a1` up, rank by rank.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0u8..4).flat_map(move |word| {
            let mut bits = self.0[usize::from(word)];
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let square = Square::from_index(word << 6 | bits.trailing_zeros() as u8);
                    bits &= bits - 1;
                    square
                })
            })
        })
    }

    fn east(self) -> SquareSet {
        SquareSet(self.0.map(|word| word << 1 & !FILE_A))
    }

    fn west(self) -> SquareSet {
        SquareSet(self.0.map(|word| word >> 1 & !FILE_P))
    }

    fn north(self) -> SquareSet {
        let [a, b, c, d] = self.0;
        SquareSet([a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48])
    }

    fn south(self) -> SquareSet {
        let [a, b, c, d] = self.0;
        SquareSet([a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16])
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        *self = *self | other;
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    fn not(self) -> SquareSet {
        SquareSet(self.0.map(|word| !word))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_is_stepping() {
        for square in (0..=255).map(Square::from_index) {
            let set = SquareSet::only(square);
            for direction in Direction::ALL {
                let stepped: SquareSet = square.step(direction).into_iter().collect();
                assert_eq!(set.shifted(direction), stepped, "{square} {direction}");
            }
            let around = Direction::ALL.into_iter().filter_map(|direction| square.step(direction));
            assert_eq!(set.grown(), around.chain([square]).collect(), "{square}");
            assert!(set.iter().eq([square]));
        }
    }
}
