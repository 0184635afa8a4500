//! The latest events, as signs after the squares of a board.

use std::collections::BTreeMap;

use game::{Mark, Square};

use crate::ink::{Ink, RESET};

/// The legend of the signs.
pub const LEGEND: &str =
    "signs after a square: < left, > entered, * shot at, x lost; - | / \\ path of a shot";

/// The signs of a board. If several fall on one square, the most important one stays.
pub(super) struct EventSigns(BTreeMap<(u8, u8), EventSign>);

/// The least important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum EventSign {
    Left,
    Way(char),
    Reached,
    ShotAt,
    Lost,
}

impl EventSigns {
    pub(super) fn from_marks(marks: &[Mark]) -> EventSigns {
        let mut signs = EventSigns(BTreeMap::new());
        for mark in marks {
            match *mark {
                Mark::Move { from, to } => {
                    signs.put(from, EventSign::Left);
                    signs.put(to, EventSign::Reached);
                }
                Mark::Shot { from, to } => {
                    signs.put_way(from, to);
                    signs.put(to, EventSign::ShotAt);
                }
                Mark::Loss { at } => signs.put(at, EventSign::Lost),
            }
        }
        signs
    }

    fn put(&mut self, square: Square, sign: EventSign) {
        let here = self.0.entry((square.row, square.column)).or_insert(sign);
        *here = sign.max(*here);
    }

    /// Marks the squares that a shot along a row, a column or a diagonal passes.
    fn put_way(&mut self, from: Square, to: Square) {
        let columns = i16::from(to.column) - i16::from(from.column);
        let rows = i16::from(to.row) - i16::from(from.row);
        if columns != 0 && rows != 0 && columns.abs() != rows.abs() {
            return;
        }
        let way = match (columns.signum(), rows.signum()) {
            (_, 0) => '-',
            (0, _) => '|',
            (column, row) if column == row => '\\',
            _ => '/',
        };
        for step in 1..columns.abs().max(rows.abs()) {
            let column = i16::from(from.column) + step * columns.signum();
            let row = i16::from(from.row) + step * rows.signum();
            self.put(Square { column: column as u8, row: row as u8 }, EventSign::Way(way));
        }
    }

    /// Returns `true` if a piece has just reached a square.
    pub(super) fn is_reached(&self, square: Square) -> bool {
        self.0.get(&(square.row, square.column)) == Some(&EventSign::Reached)
    }

    /// Returns the sign after a square, or a space.
    pub(super) fn shown(&self, square: Square, ink: Ink) -> String {
        let Some(sign) = self.0.get(&(square.row, square.column)) else { return " ".to_owned() };
        let (character, colour) = match sign {
            EventSign::Left => ('<', "2"),
            EventSign::Way(way) => (*way, "33"),
            EventSign::Reached => ('>', "1;32"),
            EventSign::ShotAt => ('*', "1;33"),
            EventSign::Lost => ('x', "1;31"),
        };
        match ink {
            Ink::Plain => character.to_string(),
            Ink::Colour => format!("\u{1b}[{colour}m{character}{RESET}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the signs of a board of four by four.
    fn shown(marks: &[Mark], ink: Ink) -> String {
        let signs = EventSigns::from_marks(marks);
        let row = |row| (0..4).map(|column| signs.shown(Square { column, row }, ink)).collect::<String>();
        (0..4).map(row).collect::<Vec<_>>().join("\n")
    }

    fn square(column: u8, row: u8) -> Square {
        Square { column, row }
    }

    #[test]
    fn a_shot_is_drawn_along_its_way_and_a_loss_stays_on_top() {
        let shot = |from, to| Mark::Shot { from, to };
        let cases = [
            (vec![shot(square(0, 0), square(3, 0))], " --*\n    \n    \n    "),
            (vec![shot(square(3, 0), square(0, 3))], "    \n  / \n /  \n*   "),
            (vec![shot(square(3, 3), square(0, 0))], "*   \n \\  \n  \\ \n    "),
            (
                vec![shot(square(1, 3), square(1, 0)), Mark::Loss { at: square(1, 0) }],
                " x  \n |  \n |  \n    ",
            ),
            (vec![shot(square(0, 0), square(1, 3))], "    \n    \n    \n *  "),
            (vec![Mark::Move { from: square(0, 1), to: square(2, 1) }], "    \n< > \n    \n    "),
        ];
        for (marks, picture) in cases {
            assert_eq!(shown(&marks, Ink::Plain), picture, "{marks:?}");
        }
    }

    #[test]
    fn signs_have_colours_where_the_terminal_shows_them() {
        let lost = shown(&[Mark::Loss { at: square(0, 0) }], Ink::Colour);
        assert!(lost.starts_with("\u{1b}[1;31mx\u{1b}[0m   \n"), "{lost:?}");
    }
}
