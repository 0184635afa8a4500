//! A board rotated by half a turn.

use game::{Drawing, Facing, Mark, Piece, Square};

/// Returns the board with its marks, rotated by 180 degrees.
pub fn turned(drawing: &Drawing, marks: &[Mark]) -> (Drawing, Vec<Mark>) {
    let place = |square: Square| Square {
        column: drawing.columns.saturating_sub(square.column + 1),
        row: drawing.rows.saturating_sub(square.row + 1),
    };
    let piece = |piece: &Piece| Piece {
        square: place(piece.square),
        facing: piece.facing.map(opposite),
        ..piece.clone()
    };
    let mark = |mark: &Mark| match *mark {
        Mark::Move { from, to } => Mark::Move { from: place(from), to: place(to) },
        Mark::Shot { from, to } => Mark::Shot { from: place(from), to: place(to) },
        Mark::Loss { at } => Mark::Loss { at: place(at) },
    };
    let drawing = Drawing {
        column_labels: drawing.column_labels.iter().rev().cloned().collect(),
        row_labels: drawing.row_labels.iter().rev().cloned().collect(),
        cells: drawing.cells.iter().rev().cloned().collect(),
        pieces: drawing.pieces.iter().map(piece).collect(),
        sketch: drawing.sketch.clone(),
        notes: drawing.notes.clone(),
        ..*drawing
    };
    (drawing, marks.iter().map(mark).collect())
}

const fn opposite(facing: Facing) -> Facing {
    Facing::ALL[(facing as usize + 4) % Facing::ALL.len()]
}
