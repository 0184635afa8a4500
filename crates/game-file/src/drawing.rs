//! The drawing of a position: grids side by side, below each other for two seats, a scene of shapes, or the fields of
//! the view.

use std::collections::BTreeSet;

use game::{Action, Cell, Drawing, Form, Joint, PerSeat, Piece, Position, Seat, Shape, Sketch, Square, Tone};
use serde::Deserialize;

use crate::answer::only_field;
use crate::declaration::Function;
use crate::position::FilePosition;

/// Maximum number of shapes of a scene.
const MOST_SHAPES: usize = 2_000;
/// Maximum length of a shape's texts in bytes.
const LONGEST_TEXT: usize = 200;
/// Maximum number of elements of a field that is shown beside a board.
const MOST_ELEMENTS: usize = 4;

/// Draws a position for a viewer. `None` sees everything: the first seat's grids and, in a game with secrets, also the
/// second seat's.
pub(crate) fn draw(position: &FilePosition, viewer: Option<Seat>) -> Drawing {
    let book = position.core.book;
    let mut drawing = Drawing {
        columns: 0,
        rows: 0,
        column_labels: Vec::new(),
        row_labels: Vec::new(),
        cells: Vec::new(),
        pieces: Vec::new(),
        sketch: None,
        notes: notes(position, viewer),
    };
    if book.declaration.has(Function::Scene) && !position.core.given.bytes.is_empty() {
        let request = position.core.request("scene", viewer, &Joint::default());
        drawing.sketch =
            position.question(&request, |answer| sketch(position, viewer, only_field(book.form, answer)?));
    } else if !book.grids.is_empty() {
        grids(position, &seen_by(position, viewer), &mut drawing);
    }
    drawing
}

/// Returns the seats whose views a viewer sees.
fn seen_by(position: &FilePosition, viewer: Option<Seat>) -> Vec<Seat> {
    match viewer {
        Some(seat) => vec![seat],
        None if position.core.book.declaration.secrets => Seat::BOTH.to_vec(),
        None => vec![Seat::First],
    }
}

fn grids(position: &FilePosition, seats: &[Seat], drawing: &mut Drawing) {
    let book = position.core.book;
    let width = book.grids.last().map_or(0, |grid| grid.left + grid.columns);
    let highest = book.grids.iter().max_by_key(|grid| grid.rows);
    let labels = highest.map_or(&[][..], |grid| &grid.row_labels);
    // An empty row stands between the seats' grids, like the empty column between those of a seat.
    drawing.row_labels = vec![labels; seats.len()].join(&String::new());
    drawing.rows = drawing.row_labels.len() as u8;
    drawing.columns = width;
    let columns = usize::from(width);
    drawing.column_labels = vec![String::new(); columns];
    let empty = Cell { tone: Tone::Blocked, circled: false };
    drawing.cells = vec![empty; columns * usize::from(drawing.rows)];
    for (seat, top) in seats.iter().zip((0..).step_by(labels.len() + 1)) {
        let view = position.view(*seat);
        for grid in &book.grids {
            let left = usize::from(grid.left);
            let labels = &mut drawing.column_labels[left..left + usize::from(grid.columns)];
            labels.clone_from_slice(&grid.column_labels);
            let field = &book.layout.fields[grid.field];
            for index in 0..field.count {
                let Some(Square { column, row }) = grid.square(index) else { continue };
                let square = Square { column, row: top as u8 + row };
                let value = field.get(view, index);
                let tone = grid.tones.get(&value).copied().unwrap_or(Tone::Plain);
                drawing.cells[usize::from(square.row) * columns + usize::from(column)].tone = tone;
                if let Some((seat, look)) = grid.pieces.get(&value) {
                    drawing.pieces.push(Piece {
                        square,
                        seat: *seat,
                        symbol: look.symbol.clone(),
                        name: look.name.clone(),
                        facing: None,
                        figure: None,
                    });
                }
            }
        }
    }
}

/// Returns the lines beside the board: the metrics, and the short fields of the views that no grid shows. In a game with
/// secrets, only a viewer who sees everything sees metrics.
fn notes(position: &FilePosition, viewer: Option<Seat>) -> PerSeat<Vec<(String, String)>> {
    let core = &*position.core;
    let book = core.book;
    let mut notes = PerSeat::new(Vec::new(), Vec::new());
    if viewer.is_none() || !book.declaration.secrets {
        for seat in Seat::BOTH {
            let metrics = book.metrics.iter().zip(core.metrics(seat));
            notes[seat].extend(metrics.map(|(metric, value)| (label(metric.name), value.to_string())));
        }
    }
    let has_board = book.declaration.has(Function::Scene) || !book.grids.is_empty();
    for seat in seen_by(position, viewer) {
        let view = position.view(seat);
        for (index, field) in book.layout.fields.iter().enumerate() {
            let is_on_grid = book.grids.iter().any(|grid| grid.field == index);
            if is_on_grid || has_board && field.count > MOST_ELEMENTS {
                continue;
            }
            let values: Vec<String> =
                (0..field.count).map(|element| field.get(view, element).to_string()).collect();
            notes[seat].push((label(field.name), values.join(" ")));
        }
    }
    if book.grids.len() > 1 && !book.declaration.has(Function::Scene) {
        let names: Vec<String> =
            book.grids.iter().map(|grid| label(book.layout.fields[grid.field].name)).collect();
        for seat in seen_by(position, viewer) {
            notes[seat].push(("boards".to_owned(), names.join(", ")));
        }
    }
    if let Some(fault) = position.fault() {
        // An exception's text may name a secret.
        let what = if viewer.is_none() { fault.what.clone() } else { String::new() };
        notes[Seat::First].push((crate::position::FAILED.to_owned(), what));
    }
    notes
}

fn label(name: &str) -> String {
    name.replace('_', " ")
}

/// A shape as the rules give it, with exactly one of `rect`, `circle`, `line` and `at`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenShape {
    id: String,
    rect: Option<[i16; 4]>,
    circle: Option<[i16; 3]>,
    line: Option<[i16; 4]>,
    at: Option<[i16; 2]>,
    seat: Option<usize>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    name: String,
    action: Option<u64>,
}

/// Reads the shapes of a scene. The picture reaches as far to the right and down as its shapes.
fn sketch(position: &FilePosition, viewer: Option<Seat>, json: &[u8]) -> Result<Sketch, String> {
    let shapes: Vec<GivenShape> =
        serde_json::from_slice(json).map_err(|error| format!("the shapes cannot be read: {error}"))?;
    if shapes.len() > MOST_SHAPES {
        return Err(format!("there are {} shapes; at most {MOST_SHAPES} are allowed", shapes.len()));
    }
    let mut ids = BTreeSet::new();
    let mut read = Vec::with_capacity(shapes.len());
    let (mut width, mut height) = (1, 1);
    for shape in shapes {
        let place = format!("the shape `{}`", game::visible(&shape.id));
        if !ids.insert(shape.id.clone()) {
            return Err(format!("{place} is there twice"));
        }
        for text in [&shape.id, &shape.text, &shape.name] {
            if text.len() > LONGEST_TEXT || text.contains(game::is_invisible) {
                return Err(format!("{place} has a text that is not a line of at most {LONGEST_TEXT} bytes"));
            }
        }
        let form = match (shape.rect, shape.circle, shape.line, shape.at) {
            (Some(rect), None, None, None) => Form::Rect(rect),
            (None, Some(circle), None, None) => Form::Circle(circle),
            (None, None, Some(line), None) => Form::Line(line),
            (None, None, None, Some(at)) => Form::Text(at),
            _ => return Err(format!("{place} needs one of rect, circle, line and at")),
        };
        let [right, bottom] = extent(form);
        (width, height) = (width.max(right), height.max(bottom));
        let seat = match shape.seat {
            None => None,
            Some(index) => {
                Some(Seat::from_index(index).ok_or_else(|| format!("{place} has the seat {index}"))?)
            }
        };
        let action = match shape.action {
            None => None,
            Some(code) => {
                let action = Action::from_code(code).filter(|action| position.core.book.is_declared(*action));
                Some(action.ok_or_else(|| format!("{place} has the action {code}, which is not declared"))?)
            }
        };
        let action = action.filter(|action| match viewer {
            Some(seat) => position.is_legal(seat, *action),
            None => Seat::BOTH.iter().any(|seat| position.is_legal(*seat, *action)),
        });
        read.push(Shape { id: shape.id, form, seat, text: shape.text, name: shape.name, action });
    }
    let unsigned = |length: i32| length.clamp(1, i32::from(u16::MAX)) as u16;
    Ok(Sketch { width: unsigned(width), height: unsigned(height), shapes: read })
}

/// Returns the right and bottom edge of a shape. A text has no size of its own.
fn extent(form: Form) -> [i32; 2] {
    match form {
        Form::Rect([left, top, width, height]) => {
            [i32::from(left) + i32::from(width), i32::from(top) + i32::from(height)]
        }
        Form::Circle([x, y, radius]) => [i32::from(x) + i32::from(radius), i32::from(y) + i32::from(radius)],
        Form::Line([x1, y1, x2, y2]) => [i32::from(x1.max(x2)), i32::from(y1.max(y2))],
        Form::Text([x, y]) => [i32::from(x), i32::from(y)],
    }
}
