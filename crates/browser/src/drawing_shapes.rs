//! Squares, marks, events and drawings as JSON.

use game::{Action, Cell, Drawing, Event, Mark, PerSeat, Piece, Seat, Sketch, Square, Tone};
use serde::Serialize;

/// Column and row, from 0 at the top left.
pub(crate) type ColumnRow = [u8; 2];

pub(crate) fn place(square: Square) -> ColumnRow {
    [square.column, square.row]
}

/// A mark.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum MarkShape {
    Move { from: ColumnRow, to: ColumnRow },
    Shot { from: ColumnRow, to: ColumnRow },
    Loss { at: ColumnRow },
}

impl From<&Mark> for MarkShape {
    fn from(mark: &Mark) -> MarkShape {
        match *mark {
            Mark::Move { from, to } => MarkShape::Move { from: place(from), to: place(to) },
            Mark::Shot { from, to } => MarkShape::Shot { from: place(from), to: place(to) },
            Mark::Loss { at } => MarkShape::Loss { at: place(at) },
        }
    }
}

/// An event.
#[derive(Serialize)]
pub(crate) struct EventShape {
    text: String,
    mark: Option<MarkShape>,
}

impl From<Event> for EventShape {
    fn from(event: Event) -> EventShape {
        EventShape { mark: event.mark.as_ref().map(MarkShape::from), text: event.text }
    }
}

/// A drawing.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DrawingShape {
    columns: u8,
    rows: u8,
    column_labels: Vec<String>,
    row_labels: Vec<String>,
    /// The distinct cells; there are few.
    ground: Vec<CellShape>,
    /// For each cell its index in `ground`.
    cells: Vec<usize>,
    pieces: Vec<PieceShape>,
    sketch: Option<SketchShape>,
    notes: [Vec<(String, String)>; 2],
}

/// A sketch without its decoration.
#[derive(Serialize)]
struct SketchShape {
    /// The drawn box: left, top, width, height.
    extent: [i32; 4],
    /// The shapes that have a name or an action.
    things: Vec<ThingShape>,
}

#[derive(Serialize)]
struct ThingShape {
    id: String,
    /// Left, top, width, height.
    bounds: [i32; 4],
    name: String,
    /// The code of the action that a click makes.
    action: Option<u64>,
}

#[derive(PartialEq, Eq, Serialize)]
struct CellShape {
    tone: &'static str,
    seat: Option<usize>,
    circled: bool,
}

#[derive(Serialize)]
struct PieceShape {
    column: u8,
    row: u8,
    seat: Option<usize>,
    symbol: String,
    name: String,
    /// 0 to 7, clockwise from the top.
    facing: Option<u8>,
}

impl From<Drawing> for DrawingShape {
    fn from(drawing: Drawing) -> DrawingShape {
        let PerSeat(notes) = drawing.notes;
        let mut ground = Vec::new();
        let cells = drawing.cells.iter().map(|cell| number_of(cell.into(), &mut ground)).collect();
        DrawingShape {
            columns: drawing.columns,
            rows: drawing.rows,
            column_labels: drawing.column_labels,
            row_labels: drawing.row_labels,
            ground,
            cells,
            pieces: drawing.pieces.into_iter().map(PieceShape::from).collect(),
            sketch: drawing.sketch.map(SketchShape::from),
            notes,
        }
    }
}

impl From<Sketch> for SketchShape {
    fn from(sketch: Sketch) -> SketchShape {
        let named = sketch.shapes.iter().filter(|shape| !shape.name.is_empty() || shape.action.is_some());
        let things = named.map(|shape| ThingShape {
            id: shape.id.clone(),
            bounds: board::bounds(&sketch, shape),
            name: if shape.name.is_empty() { shape.text.clone() } else { shape.name.clone() },
            action: shape.action.map(Action::code),
        });
        SketchShape { things: things.collect(), extent: board::extent(&sketch) }
    }
}

/// Returns the index of a cell in the list. Adds the cell if it is new.
fn number_of(cell: CellShape, ground: &mut Vec<CellShape>) -> usize {
    ground.iter().position(|known| *known == cell).unwrap_or_else(|| {
        ground.push(cell);
        ground.len() - 1
    })
}

impl From<&Cell> for CellShape {
    fn from(cell: &Cell) -> CellShape {
        let (tone, seat) = match cell.tone {
            Tone::Plain => ("plain", None),
            Tone::Blocked => ("blocked", None),
            Tone::Mined => ("mined", None),
            Tone::Danger => ("danger", None),
            Tone::Home(seat) => ("home", Some(seat)),
            Tone::Held(seat) => ("held", Some(seat)),
        };
        CellShape { tone, seat: seat.map(Seat::index), circled: cell.circled }
    }
}

impl From<Piece> for PieceShape {
    fn from(piece: Piece) -> PieceShape {
        let Piece { square: Square { column, row }, seat, symbol, name, facing, figure: _ } = piece;
        PieceShape {
            column,
            row,
            seat: seat.map(Seat::index),
            symbol,
            name,
            facing: facing.map(|facing| facing as u8),
        }
    }
}
