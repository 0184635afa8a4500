//! The board as data.

use game::{Cell, Drawing, Facing, Figure, PerSeat, Piece, Seat, Square, Tone};

use crate::{Boxes, Kind, Position, SIDE};

/// The square of a box in the drawing.
pub(crate) const fn square((row, column): (u8, u8)) -> Square {
    Square { column, row }
}

/// Draws the board with U at the top.
pub(crate) fn draw(position: &Position) -> Drawing {
    let labels: Vec<String> = (0..SIDE).map(|line| line.to_string()).collect();
    Drawing {
        columns: SIDE,
        rows: SIDE,
        column_labels: labels.clone(),
        row_labels: labels,
        cells: Boxes::ALL.iter().map(|place| cell(position, place)).collect(),
        pieces: Seat::BOTH.into_iter().flat_map(|seat| pieces(position, seat)).collect(),
        sketch: None,
        notes: PerSeat::from_fn(|seat| notes(position, seat)),
    }
}

fn cell(position: &Position, (row, column): (u8, u8)) -> Cell {
    let second = position.boxes(Seat::Second).meets(Boxes::at(row, column));
    Cell { tone: Tone::Held(if second { Seat::Second } else { Seat::First }), circled: false }
}

fn pieces(position: &Position, seat: Seat) -> impl Iterator<Item = Piece> + '_ {
    position.tanks(seat).iter().map(move |(row, column)| {
        let tank = position.tracks().tank(seat, column);
        Piece {
            square: square((row, column)),
            seat: Some(seat),
            symbol: tank.name().to_owned(),
            name: tank.words().to_owned(),
            facing: Some(match seat {
                Seat::First => Facing::South,
                Seat::Second => Facing::North,
            }),
            figure: Some(match tank.kind() {
                Kind::A => Figure::Diagonal,
                Kind::B => Figure::Straight,
                Kind::C => Figure::Long,
            }),
        }
    })
}

fn notes(position: &Position, seat: Seat) -> Vec<(String, String)> {
    let lost = 6 - position.tanks(seat.other()).len();
    [("tanks", position.tanks(seat).len()), ("boxes", position.boxes(seat).len()), ("destroyed", lost)]
        .map(|(label, value)| (label.to_owned(), value.to_string()))
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    #[test]
    fn tanks_and_boxes_are_drawn_where_they_are() {
        let text = "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-0-100 D:00013- 5";
        let drawing = draw(&Position::parse(Options::default(), text).unwrap());
        assert_eq!(drawing.pieces.len(), 9);
        let piece = drawing.piece(Square { column: 4, row: 2 }).unwrap();
        assert_eq!((piece.seat, piece.symbol.as_str()), (Some(Seat::Second), "RB"));
        assert_eq!((piece.name.as_str(), piece.facing), ("right B", Some(Facing::North)));
        let piece = drawing.piece(Square { column: 2, row: 1 }).unwrap();
        assert_eq!((piece.seat, piece.symbol.as_str()), (Some(Seat::First), "RA"));
        assert_eq!(drawing.cell(Square { column: 4, row: 2 }).tone, Tone::Held(Seat::Second));
        assert_eq!(drawing.cell(Square { column: 5, row: 2 }).tone, Tone::Held(Seat::First));
        let values = |seat: Seat| drawing.notes[seat].iter().map(|(_, value)| value.as_str()).collect();
        let (first, second): (Vec<&str>, Vec<&str>) = (values(Seat::First), values(Seat::Second));
        assert_eq!((first, second), (vec!["4", "17", "1"], vec!["5", "19", "2"]));
    }
}
