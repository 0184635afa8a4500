//! The drawing of the board.

use game::{Cell, Drawing, Figure, Mark, PerSeat, Piece, Seat, Tone};

use crate::board::Kind;
use crate::terrain::{BASES, CIRCLES, CONTAMINATED, MINES};
use crate::text::sign;
use crate::{Board, Move, Square};

impl Board {
    /// Draws the board with all tanks, each seat's score and its captured tanks.
    pub fn draw(&self) -> Drawing {
        Drawing {
            columns: Square::SIDE,
            rows: Square::SIDE,
            column_labels: ('a'..='k').map(String::from).collect(),
            row_labels: (1..=Square::SIDE).rev().map(|rank| rank.to_string()).collect(),
            cells: rows().map(cell).collect(),
            pieces: rows().filter_map(|square| self.draw_tank(square)).collect(),
            sketch: None,
            notes: PerSeat::from_fn(|seat| {
                vec![
                    ("Points".to_owned(), self.points(seat).to_string()),
                    ("Captured".to_owned(), self.captured(seat)),
                ]
            }),
        }
    }

    fn draw_tank(&self, square: Square) -> Option<Piece> {
        let (seat, kind) = self.tank(square)?;
        let (name, figure) = match kind {
            Kind::Tank => ("Tank", Figure::Tank),
            Kind::Commander => ("Commander", Figure::Commander),
        };
        Some(Piece {
            square: drawn(square),
            seat: Some(seat),
            symbol: sign(seat, kind).to_string(),
            name: name.to_owned(),
            facing: None,
            figure: Some(figure),
        })
    }

    /// The letters of the enemy tanks that a seat has captured, the commander first: `c t t`.
    fn captured(&self, seat: Seat) -> String {
        let enemy = seat.other();
        let commander = usize::from(self.commander(enemy).is_none());
        let tanks = (self.captures(seat) as usize).saturating_sub(commander);
        if commander + tanks == 0 {
            return "none".to_owned();
        }
        let signs = std::iter::repeat_n(sign(enemy, Kind::Commander), commander)
            .chain(std::iter::repeat_n(sign(enemy, Kind::Tank), tanks));
        signs.map(String::from).collect::<Vec<_>>().join(" ")
    }
}

/// The squares in the order of a drawing: rank 11 first.
fn rows() -> impl Iterator<Item = Square> {
    (0..Square::SIDE).rev().flat_map(|rank| (0..Square::SIDE).filter_map(move |file| Square::new(file, rank)))
}

fn cell(square: Square) -> Cell {
    let base = Seat::BOTH.into_iter().find(|&seat| BASES[seat].contains(square));
    let tone = match base {
        Some(seat) => Tone::Home(seat),
        None if MINES.contains(square) => Tone::Mined,
        None if CONTAMINATED.contains(square) => Tone::Danger,
        None => Tone::Plain,
    };
    Cell { tone, circled: CIRCLES.0.contains(&square) }
}

/// The square's place in the drawing.
pub(crate) fn drawn(square: Square) -> game::Square {
    game::Square { column: square.file(), row: Square::SIDE - 1 - square.rank() }
}

/// The arrow of a move.
pub(crate) fn arrow(played: Move) -> Mark {
    Mark::Move { from: drawn(played.from), to: drawn(played.to) }
}

/// The mark of a loss.
pub(crate) fn loss(square: Square) -> Mark {
    Mark::Loss { at: drawn(square) }
}
