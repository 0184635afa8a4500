//! Squares.

use std::fmt;

use game::Seat;

use crate::Direction;

/// A square of the board: files `a` to `p`, ranks 1 to 16, White at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

impl Square {
    /// Number of squares on a side of the board.
    pub const SIDE: u8 = 16;

    /// The square with an index: 16 times the rank from 0, plus the file from 0. `a1` is 0, `p16` is 255.
    pub const fn from_index(index: u8) -> Square {
        Square(index)
    }

    /// The square at a file and a rank, both from 0; `None` off the board.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < Self::SIDE && rank < Self::SIDE { Some(Square(rank << 4 | file)) } else { None }
    }

    /// The index: `a1` is 0, `b1` is 1, `p16` is 255.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file, 0 for `a`.
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank, 0 for 1.
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// The next square in a direction; `None` off the board.
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let (east, north) = direction.delta();
        Square::new(self.file().wrapping_add_signed(east), self.rank().wrapping_add_signed(north))
    }

    /// Number of king's steps to another square on an empty board.
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// The direction to another square on one of the eight lines, and the number of steps; `None` for the square itself
    /// and for squares on no line.
    pub fn line_to(self, other: Square) -> Option<(Direction, u8)> {
        let east = other.file() as i8 - self.file() as i8;
        let north = other.rank() as i8 - self.rank() as i8;
        let on_line = east == 0 || north == 0 || east.abs() == north.abs();
        let direction = Direction::from_delta(east.signum(), north.signum())?;
        on_line.then_some((direction, self.distance(other)))
    }

    /// Returns `true` if the square is on the seat's back row: rank 1 for White, rank 16 for Black.
    pub const fn is_back_row(self, seat: Seat) -> bool {
        self.rank() == back_rank(seat)
    }

    /// The square on the board rotated by 180 degrees.
    #[must_use]
    pub const fn turned(self) -> Square {
        Square(255 - self.0)
    }

    /// Reads a square at the start of a text and returns it with the rest of the text.
    pub(crate) fn split(text: &str) -> Option<(Square, &str)> {
        let (&file, rest) = text.as_bytes().split_first()?;
        let digits = rest.iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
        let number = text.get(1..1 + digits)?;
        let rank: u8 = number.parse().ok()?;
        let square = Square::new(file.checked_sub(b'a')?, rank.checked_sub(1)?)?;
        (!number.starts_with('0')).then_some((square, &text[1 + digits..]))
    }
}

/// The rank, from 0, of a seat's back row.
pub(crate) const fn back_rank(seat: Seat) -> u8 {
    match seat {
        Seat::First => 0,
        Seat::Second => Square::SIDE - 1,
    }
}

/// Written as `e4`: the file's letter and the rank's number.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back() {
        for index in 0..=255 {
            let square = Square::from_index(index);
            let text = format!("{square}n");
            assert_eq!(Square::split(&text), Some((square, "n")));
        }
        for text in ["", "a", "a0", "a17", "q1", "a01", "A1", "1a", "é1", "`1"] {
            assert_eq!(Square::split(text), None, "{text}");
        }
        assert_eq!(
            Square::split("b1234").map(|(square, rest)| (square.to_string(), rest)),
            Some(("b12".into(), "34"))
        );
    }

    #[test]
    fn lines_lead_where_steps_lead() {
        for from in (0..=255).map(Square::from_index) {
            for to in (0..=255).map(Square::from_index) {
                let walked = Direction::ALL.into_iter().find_map(|direction| {
                    let mut here = from;
                    (1..16).find_map(|steps| {
                        here = here.step(direction)?;
                        (here == to).then_some((direction, steps))
                    })
                });
                // `find_map` above leaves the loop off the board only after all its fifteen steps.
                assert_eq!(from.line_to(to), walked, "{from} {to}");
            }
        }
    }
}
