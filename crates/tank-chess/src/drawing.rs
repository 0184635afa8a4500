//! The drawing of the board as data.

use game::{Cell, Drawing, Figure, PerSeat, Seat, Tone};

use crate::game_impl::SEATS;
use crate::piece::Piece;
use crate::{Direction, Kind, OBSTACLES, Position, Square};

impl Position {
    /// Draws the board for a viewer; `None` sees everything.
    pub(crate) fn drawn(&self, viewer: Option<Seat>) -> Drawing {
        let side = Square::SIDE;
        Drawing {
            columns: side,
            rows: side,
            column_labels: (b'a'..).take(side.into()).map(|file| char::from(file).to_string()).collect(),
            row_labels: (1..=side).rev().map(|rank| rank.to_string()).collect(),
            cells: squares_from_top().map(cell).collect(),
            pieces: Seat::BOTH
                .into_iter()
                .flat_map(|seat| self.visible_pieces(seat, viewer))
                .map(drawn_piece)
                .collect(),
            sketch: None,
            notes: PerSeat::from_fn(|seat| self.notes(seat)),
        }
    }

    fn notes(&self, seat: Seat) -> Vec<(String, String)> {
        let (quiet, limit) = (self.turn.quiet, self.options.quiet_limit());
        vec![
            ("Pieces".to_owned(), self.surviving(seat).to_string()),
            ("Value".to_owned(), self.value(seat).to_string()),
            ("Turns without elimination".to_owned(), format!("{quiet} of {limit}")),
        ]
    }
}

fn squares_from_top() -> impl Iterator<Item = Square> {
    (0..Square::SIDE).rev().flat_map(|rank| (0..Square::SIDE).filter_map(move |file| Square::new(file, rank)))
}

fn cell(square: Square) -> Cell {
    let home = Seat::BOTH.into_iter().find(|&seat| square.is_back_row(seat));
    let tone = match home {
        Some(seat) => Tone::Home(seat),
        None if OBSTACLES.contains(square) => Tone::Blocked,
        None => Tone::Plain,
    };
    Cell { tone, circled: false }
}

fn drawn_piece(piece: Piece) -> game::Piece {
    game::Piece {
        square: drawn_square(piece.square),
        seat: Some(piece.seat),
        symbol: piece.kind.letter().to_string(),
        name: format!("{} {}", SEATS[piece.seat].word, piece.kind.name()),
        facing: Some(drawn_facing(piece.facing)),
        figure: Some(figure(piece.kind)),
    }
}

const fn figure(kind: Kind) -> Figure {
    match kind {
        Kind::Command => Figure::Command,
        Kind::Light => Figure::Light,
        Kind::Medium => Figure::Medium,
        Kind::Heavy => Figure::Heavy,
        Kind::Destroyer => Figure::Destroyer,
        Kind::Mortar => Figure::Mortar,
    }
}

/// A square's place in the drawing, whose top row is rank 16.
pub(crate) const fn drawn_square(square: Square) -> game::Square {
    game::Square { column: square.file(), row: Square::SIDE - 1 - square.rank() }
}

pub(crate) const fn drawn_facing(facing: Direction) -> game::Facing {
    game::Facing::ALL[facing.index() as usize]
}
