//! The 36 boxes of the board and sets of them.

use std::ops::{BitAnd, BitOr, Sub};

use game::Seat;

/// Boxes in a row, and rows.
pub const SIDE: u8 = 6;
/// Boxes on the board.
pub const BOXES: usize = 36;

/// A set of boxes: bit `6 * row + column`, with row 0 at the top, U's back row.
///
/// The steps `up`, `down`, `left` and `right` move every box of the set by one, as the board is drawn. Boxes that would
/// leave the board are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Boxes(u64);

impl Boxes {
    /// No box.
    pub const NONE: Boxes = Boxes(0);
    /// The whole board.
    pub const ALL: Boxes = Boxes((1 << BOXES) - 1);
    /// Rows 0 to 2, U's half at the start.
    pub const TOP: Boxes = Boxes((1 << 18) - 1);
    /// Rows 3 to 5, D's half at the start.
    pub const BOTTOM: Boxes = Boxes(Boxes::ALL.0 & !Boxes::TOP.0);

    const LEFT_EDGE: u64 = Boxes::column(0).0;
    const RIGHT_EDGE: u64 = Boxes::column(SIDE - 1).0;

    /// The box at a row and a column, both below 6.
    pub const fn at(row: u8, column: u8) -> Boxes {
        debug_assert!(row < SIDE && column < SIDE);
        Boxes(1 << (row * SIDE + column))
    }

    /// The boxes of a column below 6.
    pub const fn column(column: u8) -> Boxes {
        debug_assert!(column < SIDE);
        Boxes(0x0000_4104_1041 << column)
    }

    /// The boxes of a row below 6.
    pub const fn row(row: u8) -> Boxes {
        debug_assert!(row < SIDE);
        Boxes(0b11_1111 << (row * SIDE))
    }

    /// The row on which a seat starts.
    pub const fn back_row(seat: Seat) -> Boxes {
        match seat {
            Seat::First => Boxes::row(0),
            Seat::Second => Boxes::row(SIDE - 1),
        }
    }

    /// The set as bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of boxes.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the sets share a box.
    pub const fn meets(self, other: Boxes) -> bool {
        self.0 & other.0 != 0
    }

    /// The boxes of both sets: `|` for constants.
    #[must_use]
    pub const fn with(self, other: Boxes) -> Boxes {
        Boxes(self.0 | other.0)
    }

    /// Row and column of each box, from the top left.
    pub fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let index = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some((index / SIDE, index % SIDE))
        })
    }

    /// The row of the first box; `None` for an empty set.
    pub const fn first_row(self) -> Option<u8> {
        if self.is_empty() { None } else { Some(self.0.trailing_zeros() as u8 / SIDE) }
    }

    /// The boxes one row towards the top.
    #[must_use]
    pub const fn up(self) -> Boxes {
        Boxes(self.0 >> SIDE)
    }

    /// The boxes one row towards the bottom.
    #[must_use]
    pub const fn down(self) -> Boxes {
        Boxes(self.0 << SIDE & Boxes::ALL.0)
    }

    /// The boxes one column to the left.
    #[must_use]
    pub const fn left(self) -> Boxes {
        Boxes((self.0 & !Boxes::LEFT_EDGE) >> 1)
    }

    /// The boxes one column to the right.
    #[must_use]
    pub const fn right(self) -> Boxes {
        Boxes((self.0 & !Boxes::RIGHT_EDGE) << 1)
    }

    /// The boxes one row forward in the seat's driving direction.
    #[must_use]
    pub const fn ahead(self, seat: Seat) -> Boxes {
        match seat {
            Seat::First => self.down(),
            Seat::Second => self.up(),
        }
    }

    /// The board turned by 180 degrees.
    #[must_use]
    pub const fn turned(self) -> Boxes {
        Boxes(self.0.reverse_bits() >> (u64::BITS as usize - BOXES))
    }
}

impl BitAnd for Boxes {
    type Output = Boxes;
    fn bitand(self, other: Boxes) -> Boxes {
        Boxes(self.0 & other.0)
    }
}

impl BitOr for Boxes {
    type Output = Boxes;
    fn bitor(self, other: Boxes) -> Boxes {
        Boxes(self.0 | other.0)
    }
}

/// The boxes of the left set that are not in the right one.
impl Sub for Boxes {
    type Output = Boxes;
    fn sub(self, other: Boxes) -> Boxes {
        Boxes(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn each() -> impl Iterator<Item = (u8, u8)> {
        (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)))
    }

    #[test]
    fn every_step_moves_every_box_by_one() {
        let on_board = |row: i32, column: i32| {
            let (Ok(row), Ok(column)) = (u8::try_from(row), u8::try_from(column)) else {
                return Boxes::NONE;
            };
            if row < SIDE && column < SIDE { Boxes::at(row, column) } else { Boxes::NONE }
        };
        for (row, column) in each() {
            let here = Boxes::at(row, column);
            let (r, c) = (i32::from(row), i32::from(column));
            assert_eq!(here.up(), on_board(r - 1, c));
            assert_eq!(here.down(), on_board(r + 1, c));
            assert_eq!(here.left(), on_board(r, c - 1));
            assert_eq!(here.right(), on_board(r, c + 1));
            assert_eq!(here.turned(), on_board(5 - r, 5 - c));
            assert_eq!(here.ahead(Seat::First), here.down());
            assert_eq!(here.ahead(Seat::Second), here.up());
        }
    }

    #[test]
    fn sets_are_made_of_their_boxes() {
        for (row, column) in each() {
            let here = Boxes::at(row, column);
            for other in 0..SIDE {
                assert_eq!(Boxes::column(other).meets(here), other == column);
                assert_eq!(Boxes::row(other).meets(here), other == row);
            }
            assert_eq!(Boxes::TOP.meets(here), row < 3);
            assert_eq!(Boxes::BOTTOM.meets(here), row >= 3);
            assert_eq!(here.iter().collect::<Vec<_>>(), [(row, column)]);
            assert_eq!(here.first_row(), Some(row));
        }
        assert_eq!(Boxes::ALL.iter().collect::<Vec<_>>(), each().collect::<Vec<_>>());
        assert_eq!(Boxes::ALL.len() as usize, BOXES);
        assert_eq!(Boxes::NONE.first_row(), None);
    }
}
